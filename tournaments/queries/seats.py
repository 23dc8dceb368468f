"""Where the entrants of an event sit in its newest round, a hundred entries at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from django.db.models import Q

from tournaments.models import Bye, JudgeCall, Match, PodSeat, Registration, Round, Tournament
from tournaments.queries.boards import boards_in
from tournaments.queries.bracket import passed_through
from tournaments.queries.matches import carry_tournament, with_players
from tournaments.queries.pods import PodRow, pods_of

IN_SECTION = 100
"""Keys of entries that one section covers: their keys divided by this, rounded down, are the section's number."""


@dataclass(frozen=True)
class Seat:
    """An entry in a round: its match, of teams by seat with its boards, or its pod, or a bye, or neither. `through`: it
    passes a round of the top cut without a match."""

    entry: Registration
    match: Match | None = None
    bye: bool = False
    pod: PodRow | None = None
    boards: Sequence[Match] = ()
    through: bool = False


def section_of_seat(entry: Registration) -> int:
    """The number of the section that holds the entry's seat. It stays the same as long as the entry exists."""
    return entry.pk // IN_SECTION


def stand_of(
    entry: Registration,
    round: Round | None,
    match: Match | None,
    *,
    bye: bool,
    call: JudgeCall | None = None,
    announced: Sequence[int] = (),
    pod: PodRow | None = None,
    boards: Sequence[Match] = (),
) -> str:
    """A text that is another one once the player's own place reads otherwise, in three parts with dots between.

    The first changes with phase and round, the second with the clock and what stands `announced`, which open pages are
    pushed, the third with the player's match or pod, its reports and those of its `boards`, who leaves after it or has
    gone, the open `call` at its table and their entry. All are short digests of what everybody may read.
    """
    moment: tuple[object, ...] = (entry.tournament.phase,)
    pushed: tuple[object, ...] = tuple(announced)
    if round is not None:
        moment += (round.pk, round.status, round.published_at)
        pushed += (round.clock_ends_at, round.clock_left, round.extra_turns_at)
    own: tuple[object, ...] = (entry.status, entry.checked_in_at, entry.final_place, bye)
    seated = match or (pod.pod if pod is not None else None)
    if seated is not None:
        own += (seated.pk, seated.table, seated.version, seated.is_complete, seated.report_state, seated.more_minutes)
    if match is not None:
        own += tuple(one.pk for one in match.leaving)
    if pod is not None:
        own += tuple((one.pk, one.status) for one in pod.leaving)
        own += tuple((seat.registration.pk, seat.gone_as) for seat in pod.gone)
    for board in boards:
        own += (board.pk, board.version, board.is_complete, board.report_state)
    if call is not None:
        own += (call.pk, call.state)
    return ".".join(map(_digest, (moment, pushed, own)))


def _digest(facts: tuple[object, ...]) -> str:
    return blake2s(repr([str(fact) for fact in facts]).encode(), digest_size=6).hexdigest()


def seats_of(tournament: Tournament, round: Round | None, section: int) -> list[Seat]:
    """The seats of a section's entries in a round of the event, in order of entry; no seats without a round.

    Matches come with players, games and extra time; five queries for any size of event, a few more for boards.
    """
    first = section * IN_SECTION
    entries = Registration.objects.filter(tournament=tournament, pk__gte=first, pk__lt=first + IN_SECTION)
    found = list(entries.select_related("player").order_by("pk"))
    for entry in found:
        entry.tournament = tournament
    if round is None or not found:
        return [Seat(entry) for entry in found]
    keys = [entry.pk for entry in found]
    seated: dict[int, Match] = {}
    matches = Match.objects.filter(Q(player1__in=keys) | Q(player2__in=keys), round=round)
    for match in with_players(matches).prefetch_related("games", "time_extensions").order_by():
        match.round = round
        carry_tournament(match, tournament)
        seated[match.player1_id] = seated[match.player2_id] = match
    boards = _boards(round, seated)
    pods = {row.registration.pk: pod for pod in _pods(tournament, round, keys) for row in pod.seats}
    byes = set(Bye.objects.filter(round=round, registration__in=keys).values_list("registration", flat=True))
    through = {entry.pk for entry in passed_through(round)}
    return [
        Seat(
            entry,
            seated.get(entry.pk),
            entry.pk in byes,
            pods.get(entry.pk),
            boards.get(entry.pk, ()),
            entry.pk in through,
        )
        for entry in found
    ]


def _boards(round: Round, seated: Mapping[int, Match]) -> dict[int, list[Match]]:
    """The boards of the matches that entries play, by entry."""
    found = boards_in(round, only={match.pk for match in seated.values()})
    return {key: [row.match for row in found[match.pk]] for key, match in seated.items() if match.pk in found}


def _pods(tournament: Tournament, round: Round, keys: list[int]) -> list[PodRow]:
    if not tournament.is_in_pods:
        return []
    round.tournament = tournament
    seated = PodSeat.objects.filter(round=round, registration__in=keys)
    return pods_of(round, only=set(seated.values_list("pod", flat=True)))
