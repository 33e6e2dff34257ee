"""Sheets to print as PDF."""

from __future__ import annotations

ANSWERS: dict[str, str] = {"Sheet": "writer.sheet_pdf"}
"""Which function of which module shows which answer, by the name of its class."""
