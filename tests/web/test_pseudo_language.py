"""The page in a test language with long, accented words: nothing overflows, and nothing is left in English."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route

from dicebingo.render.printing.words.languages import SHEET
from tests.printed_words import texts_of
from tests.web.pages import SIZES, Site, go, wait_until_ready

ROOMS = ("design", "play", "compare", "duel", "story", "rules", "print")
# Every vowel becomes two accented vowels, so messages have about 40% more letters. Messages inside other messages are
# changed only once.
WORDS = """
const { WORDS: english } = await import(import.meta.url.replace("/de/", "/en/"));
const VOWELS = { a: "áá", e: "éé", i: "íí", o: "óó", u: "úú", A: "ÁÁ", E: "ÉÉ", I: "ÍÍ", O: "ÓÓ", U: "ÚÚ" };
function long(text) {
  if (typeof text === "string") return text.replace(/[aeiouAEIOU]/g, (vowel) => VOWELS[vowel]);
  if (typeof text === "function") return (...given) => long(text(...given));
  if (Array.isArray(text)) return text.map(long);
  if (typeof text !== "object" || text === null || Object.getPrototypeOf(text) !== Object.prototype) return text;
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, long(value)]));
}
export const WORDS = long(english);
"""
LEFT = """(known) => {
  const shown = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: place, data } = walker.currentNode;
    const other = place.closest("script, style, noscript, code, [lang]:not(html), textarea");
    if (!other && place.checkVisibility()) shown.push(data);
  }
  for (const place of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (place.checkVisibility() && place.hasAttribute(name)) shown.push(place.getAttribute(name));
  return [...new Set(shown)].filter((text) =>
    (text.match(/[\\p{L}]{3,}/gu) ?? []).some((word) => /[aeiou]/i.test(word) && !known.includes(word)));
}"""
OVERFLOW = """() => {
  const wide = document.scrollingElement.scrollWidth;
  if (wide <= innerWidth) return [];
  return [...document.querySelectorAll('body *:not(details *)')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`).slice(0, 8).concat(wide);
}"""
KNOWN = ["Dice", "Bingo", "Deutsch", "English", "Español", "Letter", "David", "Hemmer", "Benjamin", "Ong"]
"""Names, which are not translated."""
PRINTED = re.findall(r"[^\W\d_]+", " ".join(text for _, text in texts_of(SHEET["de"])))
"""The words of German sheets: the server draws the sheets, so their words stay German in the test."""


@pytest.mark.slow
def test_long_words_fit_and_no_text_is_left_in_english(site: Site) -> None:
    """Each room is opened once and shown on a laptop and on a phone."""

    def answer(route: Route) -> None:
        route.fulfill(body=WORDS, content_type="text/javascript")

    def look(place: str, known: list[str]) -> None:
        for size in ("desktop", "phone"):
            page.set_viewport_size(SIZES[size])
            found[place, size] = page.evaluate(OVERFLOW) + page.evaluate(LEFT, known)

    found: dict[tuple[str, str], list[str]] = {}
    with site.open() as page:
        page.route("**/words/de/*.js", answer)
        page.goto(f"{site.address}/?language=de")
        wait_until_ready(page)
        look("", KNOWN)
        for room in ROOMS:
            go(page, f"#/{room}")
            look(room, KNOWN + PRINTED * (room == "print"))
        for path in ("about", "class/"):
            page.goto(f"{site.address}/{path}?language=de")
            page.locator("h1").first.wait_for()
            page.wait_for_function("() => /á|é|í|ó|ú/.test(document.querySelector('h1').textContent)")
            look(path, KNOWN)
    assert {place: texts for place, texts in found.items() if texts} == {}
