r"""The languages of printed pages.

>>> [LESSON[language].date("2026-11-18") for language in ("en", "de", "es")]
['18 November 2026', '18. November 2026', '18 de noviembre de 2026']
>>> [SHEET[language].notation.share("16.7") for language in ("en", "de", "es")]
['16.7%', '16,7\xa0%', '16,7\xa0%']
>>> [SHEET[language].notation.any_of("178") for language in ("en", "de", "es")]
['1, 7 or 8', '1, 7 oder 8', '1, 7 u 8']
"""

from __future__ import annotations

from dicebingo.render.printing.words import de, en, es
from dicebingo.render.printing.words.texts import LessonWords, SheetWords

LESSON: dict[str, LessonWords] = {"en": en.LESSON, "de": de.LESSON, "es": es.LESSON}
SHEET: dict[str, SheetWords] = {"en": en.SHEET, "de": de.SHEET, "es": es.SHEET}
