"""The words of a lesson on paper, in each language of the class."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Language: TypeAlias = Literal["en", "de", "es"]


class LessonWords(NamedTuple):
    """The words of a language: ``day`` is the format of dates, and ``comma`` is the decimal separator."""

    title: str
    day: str
    months: str
    comma: str
    marking: dict[str, str]
    round: str
    rolls: str
    roll: str
    real: str
    seed: str
    first: str
    nobody: str
    columns: dict[str, str]
    ring: str
    beats: str
    largest: str
    exact: str
    simulated: str
    newcomer: str
    fair: str
    score: str
    teams: str
    pupil: str
    team: str
    legend: tuple[str, ...]

    def date(self, text: str) -> str:
        """Return a date such as 2026-11-18 in words.

        >>> [words.date("2026-11-18") for words in WORDS.values()]
        ['18 November 2026', '18. November 2026', '18 de noviembre de 2026']
        """
        year, month, day = map(int, text.split("-"))
        return self.day.format(day, self.months.split()[month - 1], year)

    def number(self, text: str) -> str:
        """Return a decimal number, written as in this language."""
        return text.replace(".", self.comma)


WORDS: dict[Language, LessonWords] = {
    "en": LessonWords(
        title="Dice Bingo: a lesson",
        day="{} {} {}",
        months="January February March April May June July August September October November December",
        comma=".",
        marking={"one": "a roll marks one cell", "all": "a roll marks every matching cell"},
        round="Round",
        rolls="Rolls",
        roll="roll",
        real="real dice",
        seed="Seed of the program's dice",
        first="First",
        nobody="no one",
        columns={"name": "name", "board": "board", "bingo": "bingo on", "expected": "expected"}
        | {"lost": "lost", "luck": "luck", "chance": "chance", "share": "share"},
        ring="A ring of boards",
        beats=" beats ",
        largest="Largest share of the win in this class",
        exact="exact",
        simulated="simulated, {} games",
        newcomer="Best board found for a newcomer",
        fair="fair",
        score="Score: rounds won",
        teams="Score by team",
        pupil="pupil",
        team="team",
        legend=(
            "Expected: average rolls with the best play.",
            "Lost: the average cost of the marks, in rolls.",
            "Luck: the rolls that the dice saved or cost.",
            "Chance: the probability of the first bingo with this board in this class.",
            "Share: the same, with 1/k for each of k boards that bingo together.",
        ),
    ),
    "de": LessonWords(
        title="Dice Bingo: eine Unterrichtsstunde",
        day="{}. {} {}",
        months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        comma=",",
        marking={"one": "ein Wurf kreuzt ein Feld an", "all": "ein Wurf kreuzt alle passenden Felder an"},
        round="Runde",
        rolls="Würfe",
        roll="Wurf",
        real="echte Würfel",
        seed="Startzahl der Programmwürfel",
        first="Gewonnen",
        nobody="niemand",
        columns={"name": "Name", "board": "Karte", "bingo": "Bingo", "expected": "erwartet"}
        | {"lost": "Kosten", "luck": "Glück", "chance": "Chance", "share": "Anteil"},
        ring="Ein Ring von Karten",
        beats=" schlägt ",
        largest="Größter Anteil am Sieg in dieser Klasse",
        exact="exakt",
        simulated="simuliert, {} Spiele",
        newcomer="Beste gefundene Karte zum Dazukommen",
        fair="fair",
        score="Punkte: gewonnene Runden",
        teams="Punkte der Teams",
        pupil="Kind",
        team="Team",
        legend=(
            "Erwartet: durchschnittliche Zahl der Würfe bei bestem Spiel.",
            "Kosten: so viele Würfe haben die Entscheidungen im Durchschnitt gekostet.",
            "Glück: so viele Würfe haben die Würfel gespart oder gekostet.",
            "Chance: die Wahrscheinlichkeit für das erste Bingo mit dieser Karte in dieser Klasse.",
            "Anteil: ebenso, mit 1/k für jede von k Karten, die gleichzeitig Bingo haben.",
        ),
    ),
    "es": LessonWords(
        title="Dice Bingo: una clase",
        day="{} de {} de {}",
        months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        comma=",",
        marking={"one": "cada tirada marca una casilla", "all": "cada tirada marca todas las casillas con ese número"},
        round="Ronda",
        rolls="Tiradas",
        roll="tirada",
        real="dados reales",
        seed="Semilla de los dados del programa",
        first="Ganó",
        nobody="nadie",
        columns={"name": "nombre", "board": "tablero", "bingo": "bingo", "expected": "promedio"}
        | {"lost": "coste", "luck": "suerte", "chance": "prob.", "share": "parte"},
        ring="Un anillo de tableros",
        beats=" gana a ",
        largest="La mayor parte de la victoria en esta clase",
        exact="exacta",
        simulated="simulada, {} partidas",
        newcomer="El mejor tablero encontrado para alguien nuevo",
        fair="lo justo",
        score="Puntos: rondas ganadas",
        teams="Puntos por equipo",
        pupil="alumno",
        team="equipo",
        legend=(
            "Promedio: número medio de tiradas con el mejor juego.",
            "Coste: las tiradas que costaron en promedio las decisiones.",
            "Suerte: las tiradas que los dados ahorraron o costaron.",
            "Prob.: la probabilidad del primer bingo con este tablero en esta clase.",
            "Parte: lo mismo, con 1/k para cada uno de los k tableros que hacen bingo a la vez.",
        ),
    ),
}
