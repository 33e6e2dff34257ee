r"""LaTeX to paste into a paper: boards as TikZ, tables with booktabs, distributions for pgfplots, exact fractions.

Every answer is part of a document that compiles with the packages named in the comment at its top; ``snippet`` puts
that comment there. Text is escaped, so the name of a board may be anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo import __version__
from dicebingo.exact import Number, decimal, nearest
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.render.pictures.panels import Series

ONE_NUMBER = 160
"""The most characters of a fraction in an equation of its own."""
LONGEST = 48
"""The most characters of a fraction in a table."""

_SPECIAL = {character: f"\\{character}" for character in "&%$#_{}"}
_SPECIAL |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SPECIAL |= {"<": r"\textless{}", ">": r"\textgreater{}", '"': "''"}
_ESCAPES = str.maketrans(_SPECIAL)

# What makes a package necessary, in the order in which packages are named.
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


def escape(text: str) -> str:
    r"""Return a text with the characters escaped that are special in LaTeX.

    >>> print(escape("50% of A & B_1"))
    50\% of A \& B\_1
    """
    return " ".join(text.translate(_ESCAPES).split())


def decimal_tex(number: Number | int, digits: int = 6, *, percent: bool = False) -> str:
    """Return a decimal in a formula."""
    return f"${nearest(100 * number, digits)}\\%$" if percent else f"${nearest(number, digits)}$"


def exact_tex(number: Number | int, longest: int = LONGEST) -> str:
    r"""Return the exact form in a formula; nothing for a float, or if it is too long.

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


def board_tikz(position: Position, caption: str = "") -> str:
    """Return a board as a picture: a marked cell is shaded and crossed out; the caption is below."""
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


def ring_tikz(positions: Sequence[Position], names: Sequence[str], margins: Sequence[str]) -> str:
    """Return boards on a circle, clockwise from the top, each with an arrow and its margin to the one it beats."""
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


def table_tex(
    headers: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (), *, pages: bool = False
) -> str:
    """Return a table; columns in ``left`` are aligned to the left, others to the right; ``pages`` lets it break."""
    columns = "".join("l" if i in left else "r" for i in range(len(headers)))
    # After the end of a row, [ or * would be read as its option: braces prevent it.
    joined = (" & ".join(row) for row in rows)
    body = "\n".join(f"  {'{}' * row.startswith(('[', '*'))}{row} \\\\" for row in joined)
    head = f"  \\toprule\n  {' & '.join(escape(header) for header in headers)} \\\\\n  \\midrule\n"
    if pages:
        return f"\\begin{{longtable}}{{{columns}}}\n{head}  \\endhead\n{body}\n  \\bottomrule\n\\end{{longtable}}"
    table = f"\\begin{{tabular}}{{{columns}}}\n{head}{body}\n  \\bottomrule\n\\end{{tabular}}"
    # Fractions are taller than a line.
    return f"{{\\renewcommand{{\\arraystretch}}{{1.5}}\n{table}}}" if r"\tfrac" in body else table


def plot_tex(title: str, series: Sequence[Series], y_label: str = "$P(T = k)$") -> str:
    """Return points joined by lines, for pgfplots, as in the paper's figure."""
    marks = ("*", "square*", "triangle*", "diamond*", "x", "+")
    colours = ("blue", "red", "teal", "violet", "orange", "black")
    lines = [r"\begin{tikzpicture}", r"  \begin{axis}[", *([f"    title={{{escape(title)}}},"] if title else [])]
    lines += ["    xlabel={Roll number ($k$)},", f"    ylabel={{{y_label}}},", "    ymin=0, grid=both,"]
    lines.append(r"    legend style={font=\small}, scaled y ticks=false, yticklabel style={/pgf/number format/fixed},")
    lines.append("  ]")
    for i, (name, points, _) in enumerate(series):
        style = f"{colours[i % 6]}, thick, mark={marks[i % 6]}, mark size=1.5pt"
        shown = " ".join(f"({k},{value:.8f})" for k, value in points)
        lines += [f"    \\addplot[{style}] coordinates {{", f"      {shown}", "    };"]
        lines.append(f"    \\addlegendentry{{{escape(name)}}}")
    return "\n".join([*lines, r"  \end{axis}", r"\end{tikzpicture}"])


def snippet(*parts: str) -> str:
    """Return parts of a document below a comment that names the packages they need."""
    body = "\n\n\\bigskip\n".join(part for part in parts if part)
    needed = dict.fromkeys(package for sign, package in _PACKAGES if sign in body)
    return "\n".join([f"% dicebingo {__version__}; needs", *(f"%   {package}" for package in needed), body])


def equation_tex(name: str, number: Number) -> str:
    """Return a displayed equation: the exact number if there is one, and its decimal."""
    exact = exact_tex(number, ONE_NUMBER).strip("$").replace(r"\tfrac", r"\frac")
    shown = f"{decimal(number):.10g}"
    right = [f"= {exact}"] * bool(exact) + [f"\\approx {shown}"] * (exact != shown)
    return f"\\[\n  {name} {' '.join(right)}\n\\]"
