r"""Write documents as LaTeX, with TikZ boards, booktabs tables, pgfplots panels and exact fractions.

The result is a fragment of a LaTeX document; the comment at its top lists the packages that it needs. Text is escaped,
so a board may have any name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from dicebingo import __version__
from dicebingo.exact import Number, nearest
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import Layout
from dicebingo.render.blocks import (
    Bar,
    Boards,
    Cell,
    Column,
    Document,
    Exactly,
    Facts,
    Fixed,
    Heading,
    Items,
    Quantity,
    Sentence,
    Shares,
    Strong,
    Table,
)
from dicebingo.render.pictures.panels import Columns, Lines, Panel, Picture, RingPanel, Series
from dicebingo.render.writers.text import cell_text, numbers_text

ONE_NUMBER = 160
"""The maximum length of a fraction in a displayed equation, in characters."""
LONGEST = 48
"""The maximum length of a fraction in a table, in characters."""
MAX_ROWS = 40
"""A table with more rows than this breaks across pages."""

_SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"}
_SPECIAL |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {"<": r"\textless{}", ">": r"\textgreater{}", '"': "''"}
_SPECIAL |= {"≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "✓": r"$\checkmark$", "✗": r"$\times$", "−": "--"}
_ESCAPES = str.maketrans(_SPECIAL)
_OPENING_QUOTE = re.compile(r'(?<![^\s(])"(?=\S)')
_INDEX = re.compile(r"\b([bcpNTV])\\_(hit|ij|\w)\b")
_EXPONENT = re.compile(r"\\textasciicircum\{\}(-?\w+)")

# Commands, and the packages that they need. The comment at the top of the result lists packages in this order.
_PACKAGES = (
    (r"\toprule", r"\usepackage{booktabs}"),
    (r"\tfrac", r"\usepackage{amsmath}"),
    (r"\text{", r"\usepackage{amsmath}"),
    (r"\checkmark", r"\usepackage{amssymb}"),
    (r"\arraybackslash", r"\usepackage{array}"),
    (r"\begin{longtable}", r"\usepackage{longtable}"),
    (r"\begin{tikzpicture}", r"\usepackage{tikz}"),
    (r"\begin{axis}", r"\usepackage{pgfplots} \pgfplotsset{compat=1.18}"),
)


def write(document: Document) -> str:
    """Return a document that begins with a list of the packages that it needs, as a comment."""
    body = "\n\n\\bigskip\n".join(filter(None, _parts(document)))
    needed = dict.fromkeys(package for sign, package in _PACKAGES if sign in body)
    return "\n".join([f"% dicebingo {__version__}; needs", *(f"%   {package}" for package in needed), body])


def _parts(document: Document) -> Iterator[str]:
    for block in document:
        match block:
            case Heading(text):
                yield f"\\noindent\\textbf{{{_lines(text)}}}"
            case Sentence():
                yield block.written(_lines, cell_tex, r"\{\}")
            case Items(text, items):
                listed = "\n".join(f"  \\item {escape(item)}" for item in items)
                yield f"{escape(text)}\n\\begin{{itemize}}\n{listed}\n\\end{{itemize}}"
            case Facts():
                yield from _facts(block)
            case Boards(positions, names, below):
                captions = (", ".join(filter(None, map(str, pair))) for pair in zip_longest(names, below, fillvalue=""))
                yield "\n\\quad\n".join(map(board_tikz, positions, captions))
            case Table():
                if (shown := block.shown) is not None:
                    yield "\n\n".join(filter(None, [table_tex(shown), escape(shown.more)]))
            case Fixed(text):
                yield f"\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}"
            case Picture(rows):
                yield "\n\\quad\n".join(filter(None, (panel_tex(panel) for row in rows for panel in row)))


def escape(text: str) -> str:
    r"""Escape LaTeX's special characters in text, and typeset its indices and exponents.

    >>> print(escape('50% of "A" & T_A^-1'))
    50\% of ``A'' \& $T_{\text{A}}$$^{-1}$
    """
    plain = text.replace("<=", "≤").replace(">=", "≥").replace("!=", "≠")
    plain = _OPENING_QUOTE.sub("``", plain)
    shown = " ".join(plain.translate(_ESCAPES).split())
    return _EXPONENT.sub(r"$^{\1}$", _INDEX.sub(r"$\1_{\\text{\2}}$", shown))


def _lines(text: str) -> str:
    """Escape text, and convert its line breaks to LaTeX."""
    return "\\\\\n".join(map(escape, text.split("\n")))


def exact_tex(number: Number | int, longest: int = LONGEST) -> str:
    r"""Return a number's exact form as a formula, or an empty string if it is too long or the number is a float.

    >>> from fractions import Fraction
    >>> print(exact_tex(Fraction(-11, 2)), exact_tex(18))
    $-\tfrac{11}{2}$ $18$
    """
    exact = "" if isinstance(number, float) else exact_text(number)
    if not exact or len(exact) > longest:
        return ""
    sign, plain = ("-", exact[1:]) if exact.startswith("-") else ("", exact)
    top, _, bottom = plain.partition("/")
    return f"${sign}\\tfrac{{{top}}}{{{bottom}}}$" if bottom else f"${sign}{top}$"


def _exact(cell: Cell, longest: int = LONGEST) -> str:
    """Return the exact form of a table cell that contains a number, and otherwise an empty string."""
    if not isinstance(cell, Quantity) or cell.is_word:
        return ""
    found = exact_tex(cell.value, longest)
    return f"$\\sqrt{{{found.strip('$')}}}$" if found and cell.root else found


def cell_tex(cell: Cell) -> str:  # noqa: PLR0911  (one for each kind of cell)
    """Return a table cell without its fraction."""
    match cell:
        case None | bool():
            return cell_text(cell)
        case int():
            return f"${cell:,}$".replace(",", "{,}")
        case Quantity():
            return escape(str(cell)) if cell.is_word else f"${escape(str(cell))}$"
        case Bar(share):
            return f"\\rule{{{nearest(24 * share, 1)}mm}}{{1.2ex}}" if share else ""
        case Shares():
            return ""
        case Exactly(text):
            return escape(text) if len(text) <= LONGEST else ""
        case Strong(inner, stands_out):
            return (_exact(inner, 24) or cell_tex(inner)) + "*" * stands_out
        case tuple():
            return ",\\; ".join(map(cell_tex, cell))
    return escape(str(cell))


def table_tex(shown: Table) -> str:
    """Return a table; fractions are next to their decimals, and text is left-aligned.

    A long table breaks across pages. A column with a ``share`` of the line width wraps its text.
    """
    headers, kinds, columns = [], [], []
    for i, column in enumerate(shown.columns):
        cells = [row[i] for row in shown.rows]
        if all(isinstance(cell, Shares) for cell in cells):
            continue
        kind = "l" if shown.is_text(i) else "r"
        if column.share:
            kind = rf">{{\raggedright\arraybackslash}}p{{{column.share:g}\textwidth}}"
        headers.append(escape(column.header or ""))
        kinds.append(kind)
        columns.append([cell_tex(cell).replace("/", "/\\allowbreak{}" if column.share else "/") for cell in cells])
        exact = [_exact(cell) for cell in cells]
        if any(one and one != plain for one, plain in zip(exact, columns[-1], strict=True)):
            headers.append("exactly")
            kinds.append("l")
            columns.append(exact)
    rows = [" & ".join(row) for row in zip(*columns, strict=True)]
    # After \\, LaTeX would read [ or * at the start of a row as an option: braces prevent this.
    body = "\n".join(f"  {'{}' * row.startswith(('[', '*'))}{row} \\\\" for row in rows)
    head = f"  \\toprule\n  {' & '.join(headers)} \\\\\n  \\midrule\n" if any(headers) else "  \\toprule\n"
    if len(rows) > MAX_ROWS or any(column.share for column in shown.columns):
        inner = f"{head}  \\endhead\n{body}\n  \\bottomrule"
        return f"\\begin{{longtable}}{{{''.join(kinds)}}}\n{inner}\n\\end{{longtable}}"
    table = f"\\begin{{tabular}}{{{''.join(kinds)}}}\n{head}{body}\n  \\bottomrule\n\\end{{tabular}}"
    # Fractions are taller than a normal line.
    return f"{{\\renewcommand{{\\arraystretch}}{{1.5}}\n{table}}}" if r"\tfrac" in body else table


def _facts(block: Facts) -> Iterator[str]:
    """Yield the block's board, its first number as an equation, and its other facts as a table."""
    if isinstance(block.board, Position):
        yield board_tikz(block.board)
    if isinstance(block.board, Layout):
        yield f"\\begin{{verbatim}}\n{numbers_text(block.board)}\n\\end{{verbatim}}"
    if block.title:
        yield escape(block.title)
    facts = list(block.facts)
    if block.board is not None and isinstance(number := facts[0][1], Quantity):
        yield equation_tex(facts.pop(0)[0], number)
    if facts:
        yield table_tex(Table([Column(""), Column("", left=True)], facts))


def equation_tex(name: str, number: Quantity) -> str:
    """Return a displayed equation: the exact number if there is one, and its decimal."""
    exact = _exact(number, ONE_NUMBER).strip("$").replace(r"\tfrac", r"\frac")
    right = [f"= {exact}"] * bool(exact) + [f"\\approx {escape(str(number))}"] * (exact != str(number))
    return f"\\[\n  \\text{{{escape(name)}}} {' '.join(right)}\n\\]"


def board_tikz(position: Position, caption: str = "") -> str:
    """Return a board in TikZ, with a caption below it; a marked cell is shaded and crossed out."""
    shapes = "\n".join(f"  {line}" for line in _board_lines(position))
    layout = position.rules.layout
    below = f"\n  \\node[below] at ({layout.width / 2:g},{-layout.height}) {{{escape(caption)}}};" if caption else ""
    return f"\\begin{{tikzpicture}}[x=8mm,y=8mm]\n{shapes}{below}\n\\end{{tikzpicture}}"


def _board_lines(position: Position) -> list[str]:
    """Return the commands that draw a board with its upper left corner at (0, 0) and cells of one unit."""
    layout = position.rules.layout
    lines = []
    for cell, (row, column) in enumerate(layout.grid):
        marked, free = position.marked >> cell & 1, layout.free >> cell & 1
        corner, other = f"({column},{-row})", f"({column + 1},{-row - 1})"
        lines.append(rf"\draw[thick{', fill=black!8' * marked}] {corner} rectangle {other};")
        value = position.board.values[cell]
        text = r"\footnotesize free" if free else "" if value is None else str(value)
        if text:
            lines.append(rf"\node at ({column + 0.5},{-row - 0.5}) {{{text}}};")
        if marked and not free:
            a, b, c, d = column + 0.15, column + 0.85, -row - 0.15, -row - 0.85
            lines.append(rf"\draw[black!60] ({a:g},{c:g}) -- ({b:g},{d:g}) ({a:g},{d:g}) -- ({b:g},{c:g});")
    return lines


def panel_tex(panel: Panel) -> str:
    """Return a panel in pgfplots or TikZ, or an empty string for kinds that neither can draw."""
    match panel:
        case Lines(title, series, x_label, y_label):
            return _axis(title, x_label, y_label, series)
        case Columns(title, columns, x_label, y_label):
            bars = Series("", tuple(((low + high) / 2, height) for low, high, height in columns))
            return _axis(title, x_label, y_label, [bars], "ybar, bar width=1, ")
        case RingPanel(boards, links, names):
            margins = [f"${nearest(100 * link.margin, 2, plus=True)}$" for link in links]
            return ring_tikz([Position(board) for board in boards], names, margins)
    return ""


def ring_tikz(positions: Sequence[Position], names: Sequence[str], margins: Sequence[str]) -> str:
    """Return boards on a circle, clockwise from the top, each with its margin and an arrow to the board it beats."""
    height, width = positions[0].rules.layout.height, positions[0].rules.layout.width
    step = 360 / len(positions)
    radius = max(3.2, 0.75 * max(height, width) * len(positions) / 2.4)
    scale = 2.1 / max(height, width)
    gap = min(step / 2.6, 78 / radius)
    lines = []
    for i, (position, name, margin) in enumerate(zip(positions, names, margins, strict=True)):
        angle = 90 - i * step
        start, end = angle - gap, angle - step + gap
        lines += [
            rf"\begin{{scope}}[shift={{({angle:g}:{radius:g})}}]",
            rf"\begin{{scope}}[scale={scale:g}, shift={{({-width / 2:g},{height / 2:g})}}, every node/.style={{}}]",
            *(f"  {line}" for line in _board_lines(position)),
            r"\end{scope}",
            rf"\node[below] at (0,{-scale * height / 2:g}) {{{escape(name)}}};",
            r"\end{scope}",
            rf"\draw[->, thick] ({start:.1f}:{radius:g}) arc ({start:.1f}:{end:.1f}:{radius:g});",
            rf"\node at ({angle - step / 2:.1f}:{0.72 * radius:g}) {{{margin}}};",
        ]
    body = "\n".join(f"  {line}" for line in lines)
    return f"\\begin{{tikzpicture}}[>=latex]\n{body}\n\\end{{tikzpicture}}"


def _axis(title: str, x_label: str, y_label: str, series: Sequence[Series], kind: str = "") -> str:
    """Return a TikZ plot in the style of the paper's figure: a line chart with points, or a column chart."""
    marks = ("*", "square*", "triangle*", "diamond*", "x", "+")
    colours = ("blue", "red", "teal", "violet", "orange", "black")
    lines = [r"\begin{tikzpicture}", r"  \begin{axis}[", *([f"    title={{{escape(title)}}},"] if title else [])]
    lines += [f"    xlabel={{{escape(x_label)}}},", f"    ylabel={{{escape(y_label)}}},", "    ymin=0, grid=both,"]
    lines.append(r"    legend style={font=\small}, scaled y ticks=false, yticklabel style={/pgf/number format/fixed},")
    lines.append("  ]")
    for i, (name, points, _) in enumerate(series):
        style = f"{kind}fill" if kind else f"{colours[i % 6]}, thick, mark={marks[i % 6]}, mark size=1.5pt"
        shown = " ".join(f"({k},{value:.8f})" for k, value in points)
        lines += [f"    \\addplot[{style}] coordinates {{", f"      {shown}", "    };"]
        lines += [f"    \\addlegendentry{{{escape(name)}}}"] if name else []
    return "\n".join([*lines, r"  \end{axis}", r"\end{tikzpicture}"])
