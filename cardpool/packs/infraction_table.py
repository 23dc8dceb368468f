"""Reading the infractions that a pack declares."""

from cardpool.intake.problems import TableFault
from cardpool.packs.infractions import PENALTY_LEVELS, Infraction
from cardpool.packs.table import TableReader


def read_infractions(top: TableReader) -> tuple[Infraction, ...]:
    """The tables `infractions`, in file order; none for a pack without them."""
    found: list[Infraction] = []
    keys: list[str] = []
    for table in top.tables("infractions", default=()):
        keys.append(table.identifier("key"))
        table.unique(keys, "key")
        level = table.text("level", choices=PENALTY_LEVELS)
        found.append(
            Infraction(
                key=keys[-1],
                names=table.names("names"),
                level=level,
                clause=table.text("clause", empty=True),
                repeat=_repeat(table, level),
                wrong_size=table.text("wrong_size", default="", choices=_from(level)),
            )
        )
        table.finish()
    return tuple(found)


def _repeat(table: TableReader, level: str) -> tuple[str, ...] | None:
    """The penalties of the second time and later: none lighter than the one before it."""
    if not table.has("repeat"):
        return None
    stated = table.texts("repeat", empty=True, repeats=True)
    for position, again in enumerate(stated):
        if again not in _from(level):
            table.problem(
                f"repeat[{position}]", TableFault.BAD_VALUE, known=", ".join(_from(level)), found=f'"{again}"'
            )
        else:
            level = again
    return stated


def _from(level: str) -> tuple[str, ...]:
    """A penalty and the more severe ones; all of them for one that is none."""
    return PENALTY_LEVELS[PENALTY_LEVELS.index(level) :] if level in PENALTY_LEVELS else PENALTY_LEVELS
