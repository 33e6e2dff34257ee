r"""The mathematics of the documentation: LaTeX in Markdown becomes MathML when the site is built.

``$...$`` within a line and ``$$`` lines around a formula, as many renderers of Markdown have it; what is in a code
span or a code block stays as it is. Browsers draw MathML by themselves: the pages need no script for it.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

INLINE = r"(?<![\\$\w])\$(?=\S)([^$]+?)(?<=\S)\$(?![\w$])"
BLOCK = re.compile(r"\A\$\$\n(.+?)\n\$\$\Z", re.DOTALL)
BEFORE_ESCAPES, BEFORE_PARAGRAPHS = 185, 75


class Inline(InlineProcessor):
    """A formula within a line."""

    def handleMatch(  # type: ignore[override]  # noqa: N802 - as in Markdown, whose base class has another signature
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[str, int, int]:
        """Return the formula as MathML, and what it replaces."""
        return self.md.htmlStash.store(mathml(m[1])), m.start(0), m.end(0)


class Block(BlockProcessor):
    """A formula on lines of its own."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002 - their signature
        """Whether a block is a formula."""
        return BLOCK.match(block) is not None

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Move the formula from the blocks into the page."""
        found = BLOCK.match(blocks.pop(0))
        assert found
        division = SubElement(parent, "div", {"class": "formula"})
        division.text = self.parser.md.htmlStash.store(mathml(found[1], "block"))


class MathExtension(Extension):
    """What zensical.toml names."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - its name
        """Register both kinds of formula."""
        md.inlinePatterns.register(Inline(INLINE, md), "mathml", BEFORE_ESCAPES)
        md.parser.blockprocessors.register(Block(md.parser), "mathml-block", BEFORE_PARAGRAPHS)


def mathml(latex: str, display: str = "inline") -> str:
    r"""Return a formula as MathML.

    >>> mathml("x").endswith("<mi>x</mi></mrow></math>")
    True
    """
    return convert(latex, display=display).replace("<mo>&#x02205;</mo>", "<mi>&#x02205;</mi>")  # a set, not an operator


def makeExtension(**settings: Any) -> MathExtension:  # noqa: N802 - Markdown looks for this name
    """Return the extension."""
    return MathExtension(**settings)
