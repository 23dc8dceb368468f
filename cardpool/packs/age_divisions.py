"""Reading the divisions by age that a pack declares for the game's own circuit."""

from cardpool.intake.problems import TableFault
from cardpool.packs.game_pack import AgeDivision, AgeDivisions
from cardpool.packs.table import TableReader

FIRST_YEAR, LAST_YEAR = 1900, 2199


def read_age_divisions(table: TableReader | None) -> AgeDivisions | None:
    """The table `tournament.divisions`; None for a pack without one."""
    if table is None:
        return None
    found: list[AgeDivision] = []
    for entry in table.tables("list"):
        one = AgeDivision(
            entry.text("key"),
            entry.names("names"),
            entry.integer("born_from", default=None, at_least=FIRST_YEAR, at_most=LAST_YEAR),
            entry.integer("born_to", default=None, at_least=FIRST_YEAR, at_most=LAST_YEAR),
        )
        if one.key in (other.key for other in found):
            entry.problem("key", TableFault.DUPLICATE, found=f'"{one.key}"')
        found.append(one)
        entry.finish()
    divisions = AgeDivisions(
        tuple(found),
        source=table.text("source"),
        season=table.integer("season", default=None, at_least=FIRST_YEAR, at_most=LAST_YEAR),
        season_begins=_month_and_day(table),
        apart_from=table.integer("apart_from", default=0),
    )
    table.finish()
    return divisions


def _month_and_day(table: TableReader) -> tuple[int, int]:
    stated = table.integers("season_begins", default=(1, 1), repeats=True, at_least=1, at_most=31)
    if len(stated) == 2 and stated[0] <= 12:
        return stated[0], stated[1]
    table.wrong_type("season_begins", "[month, day]", list(stated))
    return 1, 1
