"""The words of printed pages in German."""

from __future__ import annotations

from dicebingo.render.printing.words.texts import (
    CardWords,
    DiceWords,
    KeyWords,
    LessonWords,
    Notation,
    PlanWords,
    RulesWords,
    SheetWords,
    TallyWords,
)

NOTATION = Notation(
    comma=",", thousands=".", percent="{}\N{NO-BREAK SPACE}%", and_="und", or_="oder", or_before_o="oder"
)

LESSON = LessonWords(
    notation=NOTATION,
    title="Dice Bingo: eine Unterrichtsstunde",
    day="{}. {} {}",
    months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
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
        "Anteil: die Chance, wenn ein gleichzeitiges Bingo von k Karten für jede 1/k zählt.",
    ),
)

SHEET = SheetWords(
    notation=NOTATION,
    cards=CardWords(title="Karten", blank="Leere Karten", name="Name", rolls="Würfe", free="frei"),
    dice=DiceWords(
        counts=("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
        one="Würfle mit einem Würfel",
        one_sided="Würfle mit einem Würfel mit {sides} Seiten",
        add="Würfle mit {count} Würfeln und addiere die Augenzahlen",
        add_sided="Würfle mit {count} Würfeln mit je {sides} Seiten und addiere die Zahlen",
        multiply="Würfle mit {count} Würfeln und multipliziere die Augenzahlen",
        multiply_sided="Würfle mit {count} Würfeln mit je {sides} Seiten und multipliziere die Zahlen",
        mixed="Würfle mit Würfeln mit {sides} Seiten und addiere die Zahlen",
        other="Würfle {dice}",
        values="eine Zahl von {first} bis {last}",
        some_values="eine Zahl von {first} bis {last}, die sich würfeln lässt,",
        listed_values="eine der Zahlen {values}",
        chance="{ways} von {total}, also {share}",
    ),
    rules=RulesWords(
        title="So wird gespielt",
        write="Zahlen eintragen",
        write_how="Schreibe {values} in jedes Feld. Du darfst eine Zahl beliebig oft verwenden. Oder spiele mit einer "
        "gedruckten Karte.",
        write_free="Schreibe {values} in jedes Feld. Freie Felder gelten als angekreuzt. Du darfst eine Zahl beliebig "
        "oft verwenden. Oder spiele mit einer gedruckten Karte.",
        roll="Würfeln und ankreuzen",
        roll_how="{roll}. Der Wurf gilt für alle. {mark} Passt kein Feld? Warte auf den nächsten Wurf.",
        mark_all="Kreuze jedes Feld mit dieser Zahl an.",
        mark_one="Kreuze ein Feld mit dieser Zahl an. Gibt es mehrere, wähle eines.",
        mark_any="Kreuze ein Feld mit dieser Zahl an.",
        fill="Eine Reihe füllen",
        fill_all="Alles ankreuzen",
        win_how="{win}. Wer zuerst eines hat, ruft „Bingo!“ und gewinnt. Haben zwei beim selben Wurf ein Bingo, "
        "gewinnen beide. Zähle die Würfe: Je weniger, desto besser.",
        win_all="Eine Karte, auf der alle Felder angekreuzt sind, ist ein Bingo",
        win_lines="Eine volle {lines} ist ein Bingo",
        win_cells="Die gefärbten Felder ergeben zusammen ein Bingo",
        lines={"row": "Zeile", "column": "Spalte", "diagonal": "Diagonale"},
        rolled="Du würfelst {value}.",
        winning="Damit gewinnst du",
        winning_one="Das gewinnt",
        more="Damit gewinnst du (und {count} weitere)",
    ),
    tally=TallyWords(
        title="Strichliste",
        heading="Strichliste der Würfe",
        how="{roll}. Schreibe jeden Wurf in die Kästchen hier unten und kreuze das nächste freie Kästchen seiner Zahl "
        "an. Die gefärbten Kästchen zeigen, was nach **{rolls} Würfen** zu erwarten ist.",
        number="Zahl",
        chance="Chance",
        ticks="Kreuze",
        asked="Welche Zahl kam am häufigsten? Welche erwartet die Theorie? Was fällt dir auf?",
    ),
    key=KeyWords(
        title="Lösungen",
        teacher="für die Lehrkraft",
        about="So viele Würfe braucht jede Karte im Durchschnitt, wenn man so gut wie möglich spielt: als Dezimalzahl "
        "und darunter genau. Die Karte mit der kleinsten Zahl ist die stärkste auf diesem Blatt (Platz 1).",
        mark_any="**Was ankreuzen?** Felder mit derselben Zahl sind gleich gut, denn alle müssen angekreuzt werden.",
        mark_order="**Was ankreuzen?** Steht eine Zahl in mehreren Feldern, dann zeigen die kleinen Ziffern, welches "
        "beim ersten Wurf dieser Zahl das beste ist: 1, dann 2; gleiche Ziffern sind gleich gut. Später kommt es auf "
        "die Kreuze an.",
        mark_cost="Wer immer dieser Reihenfolge folgt, braucht im Durchschnitt so viele Würfe mehr wie angegeben.",
        rolls="{rolls} Würfe",
        place="Platz {place} von {count}",
        place_among_all="Platz {place} von {count}; besser als etwa {share} aller Karten",
        no_choice="lauter verschiedene Zahlen: keine Wahl",
        cost="die feste Reihenfolge kostet {rolls} Würfe",
        no_cost="die feste Reihenfolge kostet nichts",
    ),
    plan=PlanWords(
        title="Stundenplanung",
        heading="Welche Zahlen würdest du wählen?",
        minutes="45 Minuten",
        aim="**Ziel:** Die Kinder finden beim Spielen heraus, {aims}.",
        aim_dice="dass manche Würfe wahrscheinlicher sind als andere",
        aim_card="dass eine Karte mit vielen oder mit sehr wenigen verschiedenen Zahlen langsam ist",
        aim_line="dass eine Reihe aus gleichen Zahlen langsam ist",
        aim_chance="wie lange ein Glücksspiel dauert",
        prepare="**Vorbereitung:** große Würfel, die alle sehen, oder die Würfel der Webseite auf einem Bildschirm. "
        "Jedes Kind braucht eine gedruckte und eine leere Karte (Seite kopieren), ausgeschnitten, und einen Stift, je "
        "zwei Kinder eine Strichliste. Ein Regelblatt wird aufgehängt. Du selbst brauchst diese Planung.",
        prepare_key="Außerdem brauchst du die Lösungen. Sie zeigen, wie schnell jede Karte ist.",
        course=(
            "**Die Regeln.** Lest gemeinsam das Regelblatt. Spielt an der Tafel einige Würfe, darunter einen, der auf "
            "zwei Felder passt: Wer würde welches ankreuzen, und warum?",
            "**Die eigene Karte.** Alle schreiben Zahlen auf eine leere Karte, ohne Hilfe. Du würfelst, alle kreuzen "
            "an, und in jedem Paar führt ein Kind die Strichliste. Spielt, bis die halbe Klasse ein Bingo hat. Alle "
            "notieren, wie viele Würfe sie gebraucht haben.",
            "**Die Würfel.** Zählt an der Tafel alle Strichlisten zusammen und vergleicht sie mit den gefärbten "
            "Kästchen. Besprecht die Fragen 1 und 2.",
            "**Eine Zufallskarte.** Teile die gedruckten Karten aus. Zuerst raten alle: Gehört meine zur schnelleren "
            "Hälfte? Spielt zwei oder drei Spiele mit denselben Würfen. Alle notieren, wie viele Würfe ihre Karte "
            "gebraucht hat.",
            "**Die Auflösung.** Welche Karten waren schnell? Wer hat richtig geraten? Was haben die schnellen Karten "
            "gemeinsam? Besprecht die übrigen Fragen.",
            "**Für das nächste Mal.** Alle schreiben eine neue Karte. Sammle die Karten ein und gib sie auf der "
            "Webseite ein. Sie zeigt, wie schnell jede ist.",
        ),
        questions="Fragen und Antworten",
        often="**Welche Zahl wird am häufigsten gewürfelt, und warum?** {answer}",
        often_equal="Alle sind gleich wahrscheinlich: {chance}.",
        often_two_dice=" (1+6, 2+5, 3+4 und umgekehrt)",
        run="{first} bis {last}",
        same="**Ist eine Karte mit {value} in jedem Feld gut?** {verdict}",
        same_bad="Nein: Sie braucht im Durchschnitt {rolls} Würfe, denn nur {share} der Würfe helfen.",
        same_compare="Vergleicht sie mit den anderen: Sie braucht im Durchschnitt {rolls} Würfe, denn nur {share} der "
        "Würfe helfen.",
        fastest="**Wie schnell kann eine Karte sein?** {answer}",
        fastest_known="Die beste aller {count} Karten braucht im Durchschnitt {rolls} Würfe; sie ist unten abgebildet.",
        fastest_here="Die stärkste von diesen, Nummer {number}, braucht {rolls} Würfe.",
        fastest_unknown="Versucht, schneller zu sein als die schnellste von heute.",
        choice="**Ein Wurf passt auf zwei Felder. Welches solltest du ankreuzen?** {answer}",
        choice_lines="Sieh dir die Reihen durch jedes der beiden an: Welche könnte zuerst voll sein? Das hängt von den "
        "bisherigen Kreuzen ab.",
        choice_all="Jedes passende Feld: Bei diesem Spiel gibt es nichts zu entscheiden.",
        choice_card="Egal welches: Am Ende müssen alle Felder angekreuzt sein.",
        slower="**Kann eine langsamere Karte häufiger gegen eine schnellere gewinnen als verlieren?** Ja: Bei "
        "denselben Würfen gewinnt {slower} ({slower_rolls} Würfe) {share} der Spiele gegen {faster} ({faster_rolls} "
        "Würfe).",
        sight="**Was du sehen wirst.** Auf den ersten Karten stehen lauter Glückszahlen oder immer dieselbe Zahl.",
        sight_dice="Nach der Strichliste wählen die meisten wahrscheinliche Zahlen.",
        sight_lines="Wenige sehen gleich, dass in einer Reihe verschiedene Zahlen besser sind als gleiche: Dann helfen "
        "mehr Würfe.",
        sight_chance="Ein einzelnes Spiel entscheidet der Zufall: Lass die Kinder erklären, warum die stärkste Karte "
        "verlieren kann.",
        best="die beste Karte",
        notes="Notizen",
    ),
)
