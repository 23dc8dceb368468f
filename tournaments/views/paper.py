"""What an event hangs out and hands out on paper: lists, slips, table numbers, as markup of whole A4 pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Registration, Round, Tournament
from tournaments.paper_layout import cut_to, filled, in_groups, lines_needed, stacked
from tournaments.queries.bracket import brackets_of, passed_through
from tournaments.queries.cut_lines import CutMarks, cut_marks
from tournaments.queries.division_places import by_division, newest_apart, round_apart
from tournaments.queries.division_tables import meet_across
from tournaments.queries.divisions import division_names, format_division_place
from tournaments.queries.drawn_finals import finals_of
from tournaments.queries.hall import HallSeat, seats_by_name, seats_in_divisions
from tournaments.queries.history import rounds_counted
from tournaments.queries.names import shown_name
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import byes_of, missed_of
from tournaments.queries.standings import StandingRow, tiebreaks_of
from tournaments.queries.tables import kept_placings, kept_standings
from tournaments.tiebreak_names import say_tiebreaker
from tournaments.views.paper_order import PaperOrder, rendered
from tournaments.views.paper_slips import blank_slips, slips
from tournaments.views.sheet_printing import draw_codes

NUMBERS_ON_PAGE = 2
MAX_NUMBERS = 600
"""Table numbers in one document."""
NAME_LINES, TABLE_LINES, PLACE_LINES = 42, 34, 37
"""Lines in a column of each list; static/css/paper.css has their heights."""
NAME_EMS, OPPONENT_EMS, PLAYER_EMS = 10.2, 9.4, 14.0
POD_EMS = 24.0
"""Widths of the names on these lists, in ems of the usual size; names of several lines are printed smaller, which
makes up for words that do not fill their line."""
TEAM_EMS = 40.0
"""Of each of two teams in four lines beside a name."""
PLACE_WIDTH, VALUE_WIDTH, EM = 136.0, 17.0, 3.7
"""Of the table of standings in mm: the name with all values, one value, one em."""


@dataclass(frozen=True)
class Paper:
    """A kind of document: its name, what makes its pages, and whether it is about a round."""

    title: str | Promise
    lead: str | Promise
    make: Callable[[PaperOrder], str] = field(repr=False)
    needs_round: bool = True


def by_name(order: PaperOrder) -> str:
    """Everybody's table, sorted as names are spoken; a list for each division that plays by itself."""
    if order.round is None:
        return ""
    listed = seats_in_divisions(order.round, seats_by_name(order.round, order.rows, private=order.private))
    lists = []
    for division, seats in listed.items():
        rows = [(seat, beside, _seat_lines(seat, beside)) for seat in seats for beside in [_beside_seat(seat)]]
        pages = in_groups(filled(rows, lines=lambda row: row[2], capacity=NAME_LINES), 2)
        lists.append(rendered(order, "by_name", _("Pairings by name"), pages=pages, division=division))
    return mark_safe("\n".join(lists))


def _beside_seat(seat: HallSeat) -> str:
    """The opponent; of a member of a team both teams, as much of their names as fits."""
    if not seat.team:
        return seat.opponent
    return replace(seat, team=cut_to(seat.team, TEAM_EMS), opponent=cut_to(seat.opponent, TEAM_EMS)).beside


def _seat_lines(seat: HallSeat, beside: str) -> int:
    return max(lines_needed(seat.name, NAME_EMS), lines_needed(beside, OPPONENT_EMS))


_Player = tuple[str, int | None, str]
"""The name, the points before the round, and what stands small beside the name: a team's members, a remark."""
_TableRow = tuple[int | None, tuple[str, _Player, _Player | None]]
"""The number of the table, what stands there, and the two who play at it; a single one plays nobody."""


def by_table(order: PaperOrder) -> str:
    """The tables in order, then who plays nobody; a list for each division where none plays against another."""
    if order.round is None:
        return ""
    if order.tournament.is_in_pods:
        return _by_pod(order, order.round)
    points = order.points()

    def player(entry: Registration, remark: str = "") -> _Player:
        before = points.get(entry.pk, 0) if points else None
        beside = " · ".join(filter(None, (order.members_of(entry), remark)))
        return shown_name(entry, private=order.private), before, beside

    rows: list[tuple[str, _TableRow]] = []
    for row in order.rows:
        one, two, table = row.match.player1, row.match.player2, row.match.table
        remark = _("Third place") if row.match.is_third_place else ""
        rows.append((one.division, (table, (str(table or "–"), player(one, remark), player(two, remark)))))
    alone = [(_("Bye"), bye.registration) for bye in byes_of(order.round)]
    alone += [(_("walk-over"), through) for through in passed_through(order.round)]
    alone += [("–", missed.registration) for missed in missed_of(order.round)]
    rows += [(entry.division, (None, (word, player(entry), None))) for word, entry in alone]
    pairs = [(row.match.player1.division, row.match.player2.division) for row in order.rows]
    is_apart = round_apart(order.round) and not meet_across(order.tournament, pairs)
    lists = by_division(order.tournament, rows, lambda row: row[0], is_apart=is_apart)
    return mark_safe("\n".join(_tables(order, code, [row for _code, row in own]) for code, own in lists.items()))


def _tables(order: PaperOrder, division: str, rows: Sequence[_TableRow]) -> str:
    counted = [(table, row, _table_lines(row)) for table, row in rows]
    pages = filled(counted, lines=lambda row: row[2], capacity=TABLE_LINES)
    facts = {"pages": pages, "has_points": bool(order.points()), "division": division}
    return rendered(order, "by_table", _("Pairings by table"), **facts)


def _by_pod(order: PaperOrder, round: Round) -> str:
    """The pods in order of table, each player in the order of turns with a box for the place."""
    names: list[tuple[str, list[str]]] = [
        (
            str(row.table or "–"),
            [shown_name(seat.registration, private=order.private) for seat in row.seats],
        )
        for row in pods_of(round)
    ]
    names += [(_("Bye"), [shown_name(bye.registration, private=order.private)]) for bye in byes_of(round)]
    names += [("–", [shown_name(missed.registration, private=order.private)]) for missed in missed_of(round)]
    rows = [(row, [lines_needed(name, POD_EMS) for name in row[1]]) for row in names]
    pages = filled(rows, lines=lambda row: sum(row[1]), capacity=TABLE_LINES)
    shown = [[(table, list(zip(people, lines, strict=True))) for (table, people), lines in page] for page in pages]
    return rendered(order, "by_pod", _("Pods by table"), pages=shown)


def _table_lines(row: tuple[str, _Player, _Player | None]) -> int:
    return max(lines_needed(f"{name} {beside}".strip(), PLAYER_EMS) for name, _points, beside in filter(None, row[1:]))


def standings(order: PaperOrder) -> str:
    """The table after the last completed round, or the final places; one for each division with places of its own."""
    event = order.tournament
    is_final = event.phase == Tournament.Phase.FINISHED
    after = rounds_counted(event)
    if not after:
        return ""
    table = kept_placings(event, order.mark) if is_final else kept_standings(event, order.mark)
    is_apart = newest_apart(event)
    facts = {
        "columns": [say_tiebreaker(tiebreak) for tiebreak in tiebreaks_of(event)],
        "is_final": is_final,
        "cut": CutMarks() if is_final else cut_marks(event, table, after, is_mixed=not is_apart),
    }
    title = _("Final places") if is_final else _("Standings after round %(number)d") % {"number": after}
    tables = by_division(event, table, lambda row: row.registration.division, is_apart=is_apart)
    return mark_safe("\n".join(_places(order, title, code, rows, facts) for code, rows in tables.items()))


def _places(
    order: PaperOrder, title: str, division: str, table: Sequence[StandingRow], facts: Mapping[str, Any]
) -> str:
    """The table of a division, or of everybody."""
    width = max(6.0, (PLACE_WIDTH - len(facts["columns"]) * VALUE_WIDTH) / EM)
    names = {} if division else division_names(order.tournament)
    rows = []
    for row in table:
        entry = row.registration
        name = shown_name(entry, private=order.private)
        cut = _("in the top cut") if entry.pk in facts["cut"].within else ""
        words = _beside(order.members_of(entry), format_division_place(row, names), cut)
        rows.append((row, name, words, lines_needed(f"{name} {words}".strip(), width)))
    pages = filled(rows, lines=lambda row: row[3], capacity=PLACE_LINES)
    return rendered(order, "standings", title, pages=pages, division=division, **facts)


def _beside(*words: str) -> str:
    return " · ".join(filter(None, words))


def bracket(order: PaperOrder) -> str:
    """The top cut, or the final pods, as a drawing, with its list below, on a page for each division; nothing before it
    has started."""
    drawn = brackets_of(order.tournament, drafts=True)
    finals = finals_of(order.tournament, drafts=True)
    if not drawn and finals is None:
        return ""
    return rendered(order, "bracket", _("Bracket"), brackets=drawn, finals=finals, pages=[finals])


def table_numbers(order: PaperOrder) -> str:
    """Numbers to stand on the tables, two to a page; cut in stacks they stay sorted."""
    numbers = range(order.first_table, min(order.last_table, order.first_table + MAX_NUMBERS - 1) + 1)
    return rendered(order, "numbers", _("Table numbers"), pages=stacked(numbers, NUMBERS_ON_PAGE))


def join_poster(order: PaperOrder) -> str:
    """A page to hang up at the door: the code to scan or to type, and what to do."""
    event = order.tournament
    address = order.site + reverse("join_by_code", args=[event.join_code])
    code = draw_codes([address], label=_("QR code to join"))[0]
    typed_at = (order.site + reverse("join")).partition("://")[2].rstrip("/")
    return rendered(order, "join", _("Join poster"), code=code, typed_at=typed_at)


def whole_round(order: PaperOrder) -> str:
    """Everything a round is run with when no screen works: both lists, the bracket in the top cut, the table so far,
    the slips."""
    if order.round is None:
        return ""
    lists = [by_name(order), by_table(order), standings(order), blank_slips(order)] if order.part == 1 else []
    if lists and order.round.stage == Round.Stage.TOP_CUT:
        lists.insert(2, bracket(order))
    return mark_safe("\n".join([*lists, slips(order)]))


PAPERS: dict[str, Paper] = {
    "round": Paper(
        gettext_lazy("Everything for the round"),
        gettext_lazy(
            "Both lists, the bracket in the top cut, the standings so far, all result slips and a page of empty ones, "
            "in one go."
        ),
        whole_round,
    ),
    "names": Paper(
        gettext_lazy("Pairings by name"),
        gettext_lazy("To hang out: everybody finds their own name, sorted as it is spoken."),
        by_name,
    ),
    "tables": Paper(
        gettext_lazy("Pairings by table"),
        gettext_lazy("In order of table, with the points before the round."),
        by_table,
    ),
    "slips": Paper(
        gettext_lazy("Result slips"),
        gettext_lazy(
            "Four to a page. Cut the whole stack at once and put the piles together: they are in order of table."
        ),
        slips,
    ),
    "blank": Paper(
        gettext_lazy("Empty result slips"), gettext_lazy("Without names, to fill in by hand."), blank_slips, False
    ),
    "standings": Paper(gettext_lazy("Standings"), gettext_lazy("After the last completed round."), standings, False),
    "bracket": Paper(gettext_lazy("Bracket"), gettext_lazy("The top cut as a drawing and as a list."), bracket, False),
    "join": Paper(
        gettext_lazy("Join poster"),
        gettext_lazy("To hang up at the door: a code to scan or type, and what to do."),
        join_poster,
        False,
    ),
    "numbers": Paper(
        gettext_lazy("Table numbers"), gettext_lazy("Two to a page, to stand on the tables."), table_numbers, False
    ),
}
"""Every document by its name in addresses, in the order of the page that offers them."""
