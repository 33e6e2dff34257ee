"""QR codes of addresses: pictures for the projector, and text for the terminal."""

from __future__ import annotations

from io import BytesIO, StringIO

from dicebingo.errors import naming_extras

QUIET = 2
"""The width of the empty margin around a code, in modules; the area around the margin is light, too."""


def qr_svg(text: str) -> bytes:
    """Return a QR code as SVG, black on white."""
    with naming_extras():
        import segno  # noqa: PLC0415  (an extra)

    output = BytesIO()
    segno.make_qr(text).save(output, kind="svg", border=QUIET, light="white", xmldecl=False, svgns=True, omitsize=True)
    return output.getvalue()


def qr_text(text: str) -> str:
    """Return a QR code in block characters, two modules per character, for a dark or a light terminal."""
    with naming_extras():
        import segno  # noqa: PLC0415  (an extra)

    output = StringIO()
    segno.make_qr(text).terminal(output, border=QUIET, compact=True)
    return output.getvalue()
