r"""Convert the documentation's formulas from LaTeX to MathML when the site is built.

As in many Markdown renderers, a formula is ``$...$`` within a line, or the lines between two ``$$``. Code spans and
code blocks stay unchanged. Browsers draw MathML themselves, so the pages need no script.
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

    def handleMatch(  # type: ignore[override]  # noqa: N802 - the name in Markdown, whose base class has another signature
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[str, int, int]:
        """Return the formula as MathML, and the range that it replaces."""
        return self.md.htmlStash.store(mathml(m[1])), m.start(0), m.end(0)


class Block(BlockProcessor):
    """A displayed formula."""

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002 - the signature of the base class
        """Return whether a block is a formula."""
        return BLOCK.match(block) is not None

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Take the first block, which is a formula, and add it to the page as MathML."""
        found = BLOCK.match(blocks.pop(0))
        assert found
        division = SubElement(parent, "div", {"class": "formula"})
        division.text = self.parser.md.htmlStash.store(mathml(found[1], "block"))


class MathExtension(Extension):
    """The Markdown extension that zensical.toml lists."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name in the base class
        """Register the processors for both kinds of formula."""
        md.inlinePatterns.register(Inline(INLINE, md), "mathml", BEFORE_ESCAPES)
        md.parser.blockprocessors.register(Block(md.parser), "mathml-block", BEFORE_PARAGRAPHS)


def mathml(latex: str, display: str = "inline") -> str:
    r"""Return a formula as MathML.

    >>> mathml("x").endswith("<mi>x</mi></mrow></math>")
    True
    """
    # The empty set is an identifier, not an operator.
    return convert(latex, display=display).replace("<mo>&#x02205;</mo>", "<mi>&#x02205;</mi>")


def makeExtension(**settings: Any) -> MathExtension:  # noqa: N802 - Markdown looks for this name
    """Return the extension."""
    return MathExtension(**settings)
