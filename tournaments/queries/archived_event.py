"""An event as an archive: what pairing, standings and final places need of it, for the file of `docs/archive.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accounts.actor import Actor
from tournaments.archive.document import (
    Archive,
    ArchiveCut,
    ArchiveEntrant,
    ArchiveMatch,
    ArchiveRound,
    ArchiveSettings,
    CutMatch,
    MatchKind,
    PairOrder,
    TeamRule,
)
from tournaments.models import Bye, KeepApart, Match, MissedRound, Registration, Round, Tournament
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.queries.archived_pods import archived_finals, archived_pods
from tournaments.queries.bracket import read_cuts
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.divisions import division_names
from tournaments.queries.history import PlayedMatch, matches_played, rounds_shown, team_key
from tournaments.queries.names import name_for
from tournaments.queries.pairing_settings import POLICIES, order_in
from tournaments.queries.pod_record import PodRecord, pod_points
from tournaments.queries.records import Record, read_record
from tournaments.swiss.settings import Order, TeamPolicy

KINDS = {
    Match.Outcome.PLAYED: MatchKind.PLAYED,
    Match.Outcome.NO_SHOW: MatchKind.NO_SHOW,
    Match.Outcome.MATCH_LOSS: MatchKind.NO_SHOW,
    Match.Outcome.INTENTIONAL_DRAW: MatchKind.INTENTIONAL_DRAW,
    Match.Outcome.JUDGE_AWARD: MatchKind.AWARD,
    Match.Outcome.DOUBLE_LOSS: MatchKind.DOUBLE_LOSS,
    Match.Outcome.DOUBLE_NO_SHOW: MatchKind.DOUBLE_LOSS,
}
"""A match loss is won by the opponent as a no-show is; where neither came both lose."""
WITH_GAMES = frozenset({MatchKind.PLAYED, MatchKind.INTENTIONAL_DRAW, MatchKind.AWARD})
"""Kinds whose recorded games count; the others are won or lost to nil."""
ORDERS = {
    Order.RANDOM: PairOrder.RANDOM,
    Order.NEIGHBOURS: PairOrder.NEIGHBOURS,
    Order.FOLD: PairOrder.FOLD,
}
TEAM_RULES = {
    TeamPolicy.IGNORE: TeamRule.IGNORE,
    TeamPolicy.DISCOURAGE: TeamRule.DISCOURAGE,
    TeamPolicy.PROHIBIT: TeamRule.PROHIBIT,
}


def archived(tournament: Tournament, *, private: bool) -> Archive:
    """The event up to its newest published round; entrants by their numbers in it.

    With `private` names are as entered and the pairs kept apart are there; otherwise names are as everybody reads them.
    """
    shown = {key: number for key, number, _status in rounds_shown(tournament)}
    last = max(shown.values(), default=0)
    record = read_record(tournament, after_round=last)
    entries, left = record.registrations, _left(record)
    names = {key: name_for(Actor(), entry, staff=private) for key, entry in entries.items()}
    numbers = {key: entry.number for key, entry in entries.items()}
    clubs: dict[str, str] = {}
    return Archive(
        _settings(tournament, last + 1, numbers, private=private),
        tuple(
            _entrant(entry, names[key], left[key], clubs.setdefault(team_key(entry.team), entry.team), _division(entry))
            for key, entry in entries.items()
        ),
        tuple(_rounds(tournament, shown, numbers)),
        tuple(_cuts(tournament, numbers)),
        in_pods=tournament.is_in_pods,
        finals=archived_finals(tournament, numbers),
    )


def _left(record: Record) -> dict[int, int | None]:
    """The last round of each entrant who has left."""
    players = record.history.players if isinstance(record, PodRecord) else record.history.entrants
    return {one.id: one.dropped_after for one in players}


def _settings(tournament: Tournament, following: int, numbers: Mapping[int, int], *, private: bool) -> ArchiveSettings:
    apart = KeepApart.objects.filter(tournament=tournament, registration_a__in=numbers, registration_b__in=numbers)
    pairs = apart.order_by("pk").values_list("registration_a", "registration_b", "is_hard") if private else ()
    kept = [(numbers[one], numbers[other], is_hard) for one, other, is_hard in pairs]
    return ArchiveSettings(
        win=tournament.points_win,
        draw=tournament.points_draw,
        loss=tournament.points_loss,
        best_of=TEAM_MATCH_LENGTH if tournament.is_by_seat else tournament.best_of,
        rounds=tournament.planned_rounds,
        preset=tournament.preset,
        tiebreaks_from=tournament.tiebreaks_from,
        order=ORDERS[order_in(tournament, following)],
        teams=TEAM_RULES[POLICIES[Tournament.TeamPolicy(tournament.team_policy)]],
        team_rounds=tournament.team_rounds,
        prohibited=tuple((one, other) for one, other, is_hard in kept if is_hard),
        discouraged=tuple((one, other) for one, other, is_hard in kept if not is_hard),
        pod_places=pod_points(tournament).places if tournament.is_in_pods else (),
    )


def _entrant(entry: Registration, name: str, left: int | None, club: str, division: str) -> ArchiveEntrant:
    return ArchiveEntrant(
        id=entry.number,
        name=name,
        team=club or None,
        dropped_after=left,
        disqualified=entry.status == Registration.Status.DISQUALIFIED,
        division=division or None,
        fixed_table=entry.fixed_table,
    )


def _division(entry: Registration) -> str:
    """The name of an entry's division; where each has a top cut, of the one whose cut it plays."""
    event = entry.tournament
    code = division_in_cut(event, entry.division) if event.cuts_apart else entry.division
    return division_names(event).get(code, "")


def _rounds(
    tournament: Tournament, shown: Mapping[int, int], numbers: Mapping[int, int]
) -> Iterator[ArchiveRound]:  # fmt: skip
    found: dict[int, list[ArchiveMatch]] = {number: [] for number in sorted(shown.values())}
    for match in matches_played(shown):
        found[match.number].append(_match(match, numbers))
    alone = ((Bye, MatchKind.BYE), (MissedRound, MatchKind.LOSS))
    for model, kind in alone:
        rows = model._default_manager.filter(round__in=shown).order_by("pk").values_list("round", "registration")
        for round, entry in rows:
            found[shown[round]].append(ArchiveMatch(numbers[entry], kind=kind))
    pods = {shown[key]: pods for key, pods in archived_pods(tournament, shown, numbers).items()}
    return (ArchiveRound(number, tuple(matches), pods.get(number, ())) for number, matches in found.items())


def _match(match: PlayedMatch, numbers: Mapping[int, int]) -> ArchiveMatch:
    one, two = numbers[match.one], numbers[match.two]
    if not match.is_complete:
        return ArchiveMatch(one, two, match.table, open=True)
    kind = KINDS[Match.Outcome(match.outcome)]
    has_winner = kind in (MatchKind.NO_SHOW, MatchKind.AWARD)
    games = (match.wins1, match.wins2, match.draws) if kind in WITH_GAMES else (0, 0, 0)
    return ArchiveMatch(one, two, match.table, *games, kind=kind, winner=match.winner_seat if has_winner else None)


def _cuts(tournament: Tournament, numbers: Mapping[int, int]) -> Iterator[ArchiveCut]:
    """The top cuts with the matches of their published rounds; none before the first of these."""
    for cut in read_cuts(tournament):
        shown = {one.pk: one.number - cut.first_round + 1 for one in cut.rounds if one.status != Round.Status.DRAFT}
        if not shown:
            continue
        seeds = cut.bracket.entrants
        matches = [match for match in matches_played(shown) if match.one in seeds]
        division = _division(cut.registrations[seeds[0]]) if cut.division else ""
        yield ArchiveCut(
            seeds=tuple(numbers[key] for key in seeds),
            division=division or None,
            third_place=cut.bracket.third_place,
            matches=tuple(CutMatch(match.number, _match(match, numbers)) for match in matches),
        )
