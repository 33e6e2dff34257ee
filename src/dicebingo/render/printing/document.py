"""The pages of a sheet, in the order in which a teacher needs them."""

from __future__ import annotations

from collections.abc import Sequence

from dicebingo.render.printing.boards import card_pages
from dicebingo.render.printing.key import key_pages
from dicebingo.render.printing.page import Page
from dicebingo.render.printing.plan import plan_page
from dicebingo.render.printing.rules import rules_page
from dicebingo.render.printing.tally import MAX_VALUES, tally_page
from dicebingo.sheets.sheet import PrintedBoard, Sheet, SheetKind


def sheet_pages(sheet: Sheet) -> list[Page]:
    """Return the pages of a sheet; for large games, the kind "all" omits the parts that cannot be made."""
    kind = sheet.kind
    if kind is not SheetKind.ALL:
        return _part(sheet, kind)
    parts = [SheetKind.PLAN, SheetKind.RULES, SheetKind.BOARDS, SheetKind.BLANK]
    parts += [SheetKind.TALLY] if len(sheet.rules.dice.values) <= MAX_VALUES else []
    parts += [SheetKind.KEY] if sheet.boards[0].place is not None else []
    return [page for part in parts for page in _part(sheet, part)]


def _part(sheet: Sheet, kind: SheetKind) -> list[Page]:
    match kind:
        case SheetKind.PLAN:
            return [plan_page(sheet)]
        case SheetKind.RULES:
            return [rules_page(sheet)]
        case SheetKind.TALLY:
            return [tally_page(sheet)]
        case SheetKind.KEY:
            return key_pages(sheet)
        case SheetKind.BLANK:
            blank: Sequence[PrintedBoard | None] = [None] * (
                sheet.per_page if sheet.kind is SheetKind.ALL else sheet.count
            )
            return card_pages(sheet, blank)
    return card_pages(sheet, sheet.boards)
