"""The words of printed pages in Spanish."""

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

NOTATION = Notation(comma=",", thousands=".", percent="{}\N{NO-BREAK SPACE}%", and_="y", or_="o", or_before_o="u")

LESSON = LessonWords(
    notation=NOTATION,
    title="Dice Bingo: una clase",
    day="{} de {} de {}",
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
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
        "Promedio: número medio de tiradas si se juega de la mejor manera.",
        "Coste: las tiradas que costaron en promedio las decisiones.",
        "Suerte: las tiradas que los dados ahorraron o costaron.",
        "Prob.: la probabilidad del primer bingo con este tablero en esta clase.",
        "Parte: la probabilidad, si un bingo de k tableros a la vez cuenta 1/k para cada uno.",
    ),
)

SHEET = SheetWords(
    notation=NOTATION,
    cards=CardWords(title="Tableros", blank="Tableros en blanco", name="Nombre", rolls="Tiradas", free="libre"),
    dice=DiceWords(
        counts=("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
        one="Lanza un dado",
        one_sided="Lanza un dado de {sides} caras",
        add="Lanza {count} dados y suma los resultados",
        add_sided="Lanza {count} dados de {sides} caras y suma los resultados",
        multiply="Lanza {count} dados y multiplica los resultados",
        multiply_sided="Lanza {count} dados de {sides} caras y multiplica los resultados",
        mixed="Lanza dados de {sides} caras y suma los resultados",
        other="Lanza {dice}",
        values="un número del {first} al {last}",
        some_values="un número del {first} al {last} que pueda salir con los dados",
        listed_values="uno de los números {values}",
        chance="{ways} de {total}, es decir, {share}",
    ),
    rules=RulesWords(
        title="Cómo se juega",
        write="Escribe números",
        write_how="Escribe {values} en cada casilla. Puedes repetir un número cuantas veces quieras. O juega con un "
        "tablero impreso.",
        write_free="Escribe {values} en cada casilla. Las casillas libres cuentan como marcadas. Puedes repetir un "
        "número cuantas veces quieras. O juega con un tablero impreso.",
        roll="Lanza y marca",
        roll_how="{roll}. La tirada es la misma para todos. {mark} ¿No tienes ese número? Espera a la siguiente "
        "tirada.",
        mark_all="Marca todas las casillas con ese número.",
        mark_one="Marca una casilla con ese número. Si hay varias, eliges cuál.",
        mark_any="Marca una casilla con ese número.",
        fill="Completa una línea",
        fill_all="Márcalas todas",
        win_how="{win}. Quien lo consigue primero grita «¡Bingo!» y gana. Si dos lo consiguen con la misma tirada, "
        "ganan ambos. Cuenta las tiradas: cuantas menos, mejor.",
        win_all="Un tablero con todas las casillas marcadas es un bingo",
        win_lines="Una {lines} completa es un bingo",
        win_cells="Las casillas sombreadas forman juntas un bingo",
        lines={"row": "fila", "column": "columna", "diagonal": "diagonal"},
        rolled="Te sale {value}.",
        winning="Así se gana",
        winning_one="Esto gana",
        more="Así se gana (y {count} más)",
    ),
    tally=TallyWords(
        title="Recuento",
        heading="Recuento de las tiradas",
        how="{roll}. Escribe cada tirada en los recuadros de abajo y marca el siguiente cuadro libre de su número. "
        "Los cuadros sombreados muestran lo que se espera después de **{rolls} tiradas.**",
        number="número",
        chance="probabilidad",
        ticks="marcas",
        asked="¿Qué número salió más veces? ¿Cuál espera la teoría? ¿Qué observas?",
    ),
    key=KeyWords(
        title="Soluciones",
        teacher="para el docente",
        about="Este es el número medio de tiradas que necesita cada tablero con el mejor juego: como decimal y, "
        "debajo, exacto. El tablero con el número más pequeño es el más fuerte de esta hoja (puesto 1).",
        mark_any="**Qué marcar:** las casillas con el mismo número son iguales, porque hay que marcarlas todas.",
        mark_order="**Qué marcar:** si un número está en varias casillas, las cifras pequeñas indican cuál conviene "
        "marcar la primera vez que sale: 1, luego 2; las cifras iguales son igual de buenas. Después, la mejor casilla "
        "depende de las marcas.",
        mark_cost="Si sigues siempre este orden, necesitas de media las tiradas adicionales que se indican.",
        rolls="{rolls} tiradas",
        place="puesto {place} de {count}",
        place_among_all="puesto {place} de {count}; mejor que cerca del {share} de los tableros",
        no_choice="todos los números son distintos: no hay que elegir",
        cost="seguir el orden cuesta {rolls} tiradas",
        no_cost="seguir el orden no cuesta nada",
    ),
    plan=PlanWords(
        title="Plan de clase",
        heading="¿Qué números escribirías?",
        minutes="45 minutos",
        aim="**Objetivo:** los alumnos descubren jugando {aims}.",
        aim_dice="que algunas tiradas son más probables que otras",
        aim_card="que una tarjeta con muchos números distintos, o con muy pocos, es lenta",
        aim_line="que una línea de números iguales es lenta",
        aim_chance="cuánto dura un juego de azar",
        prepare="**Preparación:** dados grandes que todos puedan ver, o los dados de la página en una pantalla. Cada "
        "alumno necesita un tablero impreso y uno en blanco (copia su página), recortados, y un lápiz. Cada pareja "
        "necesita una hoja de recuento. Cuelga una hoja de reglas. Tú necesitas este plan.",
        prepare_key="También necesitas las soluciones, que muestran lo rápido que es cada tablero.",
        course=(
            "**Las reglas.** Lean juntos la hoja de reglas. Jueguen unas tiradas en la pizarra, una de ellas con un "
            "número que está en dos casillas: ¿quién marcaría cuál, y por qué?",
            "**Tu propio tablero.** Cada uno escribe números en un tablero en blanco, sin consejos. Tú lanzas los "
            "dados, todos marcan y uno de cada pareja lleva el recuento. Continúen hasta que media clase tenga un "
            "bingo; cada uno anota cuántas tiradas necesitó.",
            "**Los dados.** Sumen los recuentos en la pizarra y compárenlos con los cuadros sombreados. Comenten las "
            "preguntas 1 y 2.",
            "**Un tablero al azar.** Reparte los tableros impresos. Primero todos adivinan: ¿está el mío en la mitad "
            "más rápida? Jueguen dos o tres partidas con las mismas tiradas y anoten cuántas necesitó cada tablero.",
            "**La respuesta.** ¿Qué tableros fueron rápidos? ¿Quién acertó? ¿Qué tienen en común los tableros rápidos? "
            "Comenten las demás preguntas.",
            "**Para la próxima vez.** Cada uno escribe otro tablero. Recoge los tableros e introdúcelos en la página, "
            "que muestra lo rápido que es cada uno.",
        ),
        questions="Preguntas y respuestas",
        often="**¿Qué número sale más veces, y por qué?** {answer}",
        often_equal="Todos son igual de probables: {chance}.",
        often_two_dice=" (1+6, 2+5, 3+4 y al revés)",
        run="{first} a {last}",
        same="**¿Es bueno un tablero con {value} en todas las casillas?** {verdict}",
        same_bad="No: necesita {rolls} tiradas de media, porque solo ayuda el {share} de las tiradas.",
        same_compare="Compárenlo con los demás: necesita {rolls} tiradas de media, porque solo ayuda el {share} de las "
        "tiradas.",
        fastest="**¿Qué tan rápido puede ser un tablero?** {answer}",
        fastest_known="El mejor de los {count} tableros necesita {rolls} tiradas de media; está dibujado abajo.",
        fastest_here="El más fuerte de estos, el número {number}, necesita {rolls} tiradas.",
        fastest_unknown="Intenten ser más rápidos que el más rápido de hoy.",
        choice="**Una tirada coincide con dos casillas. ¿Cuál conviene marcar?** {answer}",
        choice_lines="Mira las líneas que pasan por cada una: ¿cuál podría completarse antes? Depende de las marcas "
        "hechas hasta ahora.",
        choice_all="Todas las que coinciden: en este juego no hay nada que elegir.",
        choice_card="Da igual: al final hay que marcar todas las casillas.",
        slower="**¿Puede un tablero más lento ganar a uno más rápido más veces de las que pierde?** Sí: con las mismas "
        "tiradas, {slower} ({slower_rolls} tiradas) gana el {share} de las partidas contra {faster} ({faster_rolls} "
        "tiradas).",
        sight="**Qué verás.** Los primeros tableros están llenos de números de la suerte, o de un solo número.",
        sight_dice="Después del recuento, la mayoría elige números probables.",
        sight_lines="Pocos ven enseguida que en una línea son mejores los números distintos que los iguales: así "
        "ayudan más tiradas.",
        sight_chance="Una sola partida la decide el azar: que los alumnos expliquen por qué el tablero más fuerte "
        "puede perder.",
        best="el mejor tablero",
        notes="Notas",
    ),
)
