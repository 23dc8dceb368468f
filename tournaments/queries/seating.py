"""Where the entrants of an event sit in its newest round, as plain facts for thousands of open pages at once.

What is in them stands on the public pairings page: table, opponent or the others of a pod by the names that everybody
reads, bye. The web process pushes it to the phones of these entries (`config/serving/pushed.py`); nothing of a draft is
read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Q
from django.utils import timezone

from cardpool.packs import GamePack
from cardpool.queries.games import pack_of
from tournaments.marks import Mark
from tournaments.models import Bye, Match, PodSeat, Registration, Round, RoundRepair, Tournament
from tournaments.play.first_player import ChooserRuling, next_chooser
from tournaments.queries.kept import kept_for
from tournaments.queries.match_records import play_rules_of
from tournaments.queries.names import NAME_FIELDS, NameRow, shown_name


@dataclass(frozen=True)
class Opening:
    """Who chooses in the first game of each match of the round: the same everywhere, as nobody has a seed in Swiss."""

    ruling: ChooserRuling
    pack: GamePack


@dataclass(frozen=True)
class Seating:
    """`moment`: another text whenever everybody may be sitting elsewhere. `round`: the number of the Swiss round.
    `seats`: by the key of the entry, each recognised by what `sits` says of it; none where the pages have more to say
    of a seat than a table, an opponent and the `opening`, which pods and matches of teams by seat do not have."""

    moment: str
    round: int = 0
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    opening: Opening | None = None


def moment_of(phase: str, round: Round | None) -> str:
    """Changes when everybody may be sitting elsewhere: another phase or round, one published again, repaired, or as
    before a repair that was undone. One query for a published round that was read without `REPAIRS`."""
    if round is None:
        return phase
    published = round.published_at.timestamp() if round.published_at is not None else 0
    moment = f"{phase}.{round.pk}.{round.status}.{published}"
    return f"{moment}.{_repairs(round)}" if round.status == Round.Status.PUBLISHED else moment


def _repairs(round: Round) -> str:
    """How often the round was repaired and a repair undone."""
    counted = vars(round if "made" in vars(round) else Round.objects.annotate(**REPAIRS).get(pk=round.pk))
    return f"{counted['made']}-{counted['undone']}"


REPAIRED = Q(repairs__choice__in=[one for one in RoundRepair.Choice if one != RoundRepair.Choice.KEEP])
REPAIRS = {
    "made": Count("repairs", filter=REPAIRED),
    "undone": Count("repairs__undone_at", filter=REPAIRED),
}


def seating_of(code: str, entries: Collection[int], known: str) -> Seating | None:
    """Where these entries sit in the newest round that everybody may see; the moment alone where it is still `known`.

    None where there is no such event. Two queries, and two more where the moment is another one; the names of an event
    are read once, and again when its Swiss table may be another.
    """
    events = Tournament.objects.filter(code=code).select_related("ruleset")
    event = events.annotate(table_version=F("public_version__table_number")).first()
    if event is None:
        return None
    visible = Round.objects.filter(tournament=event).exclude(status=Round.Status.DRAFT)
    round = visible.annotate(**REPAIRS).order_by("-number").first()
    moment = moment_of(event.phase, round)
    if not entries or event.phase != Tournament.Phase.SWISS:
        return Seating(moment)
    names = _names(event)  # Before a round is published, too, so that there is less to read then.
    if round is None or moment == known or round.status != Round.Status.PUBLISHED:
        return Seating(moment)
    wanted = frozenset(entries)
    seats = _seats_in_pods(round, wanted, names) if event.is_in_pods else _seats(round, wanted, names)
    for entry in Bye.objects.filter(round=round, registration__in=wanted).values_list("registration", flat=True):
        seats.setdefault(entry, {"sits": sits_out(round)})
    return Seating(moment, round.number, seats, _opening(event))


def _opening(event: Tournament) -> Opening | None:
    if event.is_in_pods or event.is_by_seat:
        return None
    return Opening(next_chooser((), play_rules_of(event.ruleset)), pack_of(event.ruleset))


def sits_at(round: Round, match: int, table: int | None, opponent: int) -> str:
    """What a seat is recognised by: a page that shows it is not given it again."""
    return f"{round.pk}.{match}.{table or ''}.{opponent}"


def sits_in_pod(round: Round, pod: int, table: int | None, seated: Sequence[int]) -> str:
    """The same of a pod: who sits in it, in the order of seats."""
    return f"{round.pk}.{pod}.{table or ''}.{'-'.join(map(str, seated))}"


def sits_out(round: Round) -> str:
    """The same of a bye."""
    return f"{round.pk}.bye"


def _names(event: Tournament) -> dict[int, str]:
    """The name of each entry as everybody reads it; another day may be another year, in which a player is of age. Those
    whose names were erased are left out: what they are called depends on the language."""
    mark, today = Mark(event.pk, vars(event)["table_version"] or 0), timezone.localdate()
    return kept_for(mark, ("names to push", today), lambda: _read_names(event))


def _read_names(event: Tournament) -> dict[int, str]:
    rows = Registration.objects.filter(tournament=event, is_anonymous=False).order_by().values_list("pk", *NAME_FIELDS)
    return {key: shown_name(NameRow(*facts), private=False) for key, *facts in rows}


def _seats(round: Round, wanted: frozenset[int], names: dict[int, str]) -> dict[int, dict[str, Any]]:
    seats: dict[int, dict[str, Any]] = {}
    rows = Match.objects.filter(round=round).order_by().values_list("pk", "table", "player1", "player2")
    for match, table, *both in rows:
        for entry, opponent in (both, reversed(both)):
            if entry in wanted and opponent in names:
                facts = {"match": match, "table": table, "opponent": names[opponent]}
                seats[entry] = {"sits": sits_at(round, match, table, opponent), **facts}
    return seats


def _seats_in_pods(round: Round, wanted: frozenset[int], names: dict[int, str]) -> dict[int, dict[str, Any]]:
    """The pods of these entries: the seat of each, and the others in the order of seats."""
    rows = PodSeat.objects.filter(round=round).order_by("pod", "seat").values_list("pod", "pod__table", "registration")
    seats: dict[int, dict[str, Any]] = {}
    for (pod, table), group in groupby(rows, key=lambda row: row[:2]):
        keys = [row[2] for row in group]
        for seat, entry in enumerate(keys, start=1):
            mates = [names.get(key) for key in keys if key != entry]
            if entry in wanted and None not in mates:
                facts = {"pod": pod, "table": table, "seat": seat, "mates": mates}
                seats[entry] = {"sits": sits_in_pod(round, pod, table, keys), **facts}
    return seats
