"""An archive as the cores take it: a scoring history for the table, a pairing history for the next round."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from tournaments.archive.document import Archive, ArchiveEntrant, ArchiveMatch, MatchKind, PairOrder, TeamRule
from tournaments.scoring.history import Entrant as ScoringEntrant
from tournaments.scoring.history import History, MatchResult, PointSystem, ResultKind
from tournaments.swiss.costs import Levels
from tournaments.swiss.history import Entrant as PairingEntrant
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import Order, PairingSettings, TeamPolicy

_RESULT_KINDS = {
    MatchKind.PLAYED: ResultKind.PLAYED,
    MatchKind.BYE: ResultKind.BYE,
    MatchKind.LOSS: ResultKind.MISSED,
    MatchKind.INTENTIONAL_DRAW: ResultKind.INTENTIONAL_DRAW,
    MatchKind.NO_SHOW: ResultKind.NO_SHOW,
    MatchKind.DOUBLE_LOSS: ResultKind.DOUBLE_LOSS,
    MatchKind.AWARD: ResultKind.JUDGE_AWARD,
}
_ORDERS = {
    PairOrder.RANDOM: Order.RANDOM,
    PairOrder.NEIGHBOURS: Order.NEIGHBOURS,
    PairOrder.FOLD: Order.FOLD,
}
_TEAMS = {
    TeamRule.IGNORE: TeamPolicy.IGNORE,
    TeamRule.DISCOURAGE: TeamPolicy.DISCOURAGE,
    TeamRule.PROHIBIT: TeamPolicy.PROHIBIT,
}


@dataclass
class _Tally:
    """What the rounds have made of one entrant."""

    score: int = 0
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0
    down: int = 0
    up: int = 0
    tables: list[int] = field(default_factory=list)


def scoring_history(archive: Archive) -> History:
    """The results as the standings core takes them; matches without a result are left out.

    The tiebreakers count from the settings' round once it is played, until then from the first.
    """
    first = archive.settings.tiebreaks_from
    return History(
        entrants=tuple(
            ScoringEntrant(entrant.id, entrant.dropped_after, ranked=not entrant.disqualified)
            for entrant in archive.entrants
        ),
        results=tuple(
            _result(match, each.number) for each in archive.rounds for match in each.matches if not match.open
        ),
        points=PointSystem(archive.settings.win, archive.settings.draw, archive.settings.loss),
        best_of=archive.settings.best_of,
        planned_rounds=archive.settings.rounds,
        tiebreaks_from=first if first is not None and first <= archive.last_round else 1,
    )


def _result(match: ArchiveMatch, number: int) -> MatchResult:
    winner = {1: match.one, 2: match.two}.get(match.winner or 0)
    return MatchResult(
        number, match.one, match.two, match.wins1, match.wins2, match.draws, _RESULT_KINDS[match.kind], winner
    )


def next_round_number(archive: Archive) -> int:
    """The number of the round to pair: after the last one of the file, or after as many as the states tell of."""
    played = [len(entrant.state.met) + entrant.state.had_bye for entrant in archive.entrants if entrant.state]
    return max([archive.last_round, *played], default=0) + 1


def open_matches(archive: Archive) -> list[tuple[int, ArchiveMatch]]:
    """Matches without a result, with their rounds: they keep the next round from being paired."""
    return [(each.number, match) for each in archive.rounds for match in each.matches if match.open]


def pairing_history(archive: Archive, *, ranks: dict[int, int] | None = None) -> PairingHistory:
    """The entrants still in, as the pairing core takes them. `ranks` is needed where the order goes by rank."""
    number = next_round_number(archive)
    tallies = _tallies(archive)
    return PairingHistory(
        tuple(
            _entrant(entrant, tallies[entrant.id], (ranks or {}).get(entrant.id, 0))
            for entrant in archive.entrants
            if is_in(entrant, number)
        ),
        archive.settings.rounds,
        number,
    )


def pairing_settings(archive: Archive) -> PairingSettings:
    """The pairing's choices as the file's settings make them."""
    settings = archive.settings
    return PairingSettings(
        order=_ORDERS[settings.order],
        team_policy=_TEAMS[settings.teams],
        team_rounds=settings.team_rounds,
        prohibited=frozenset(settings.prohibited),
        discouraged=frozenset(settings.discouraged),
    )


def is_in(entrant: ArchiveEntrant, number: int) -> bool:
    """Whether an entrant plays the round of this number."""
    left = entrant.dropped_after
    return not entrant.disqualified and (left is None or left >= number)


def _entrant(entrant: ArchiveEntrant, tally: _Tally, rank: int) -> PairingEntrant:
    state = entrant.state
    if state is not None:
        return PairingEntrant(
            entrant.id,
            state.score,
            Counter(state.met),
            state.had_bye,
            state.floated_down,
            state.floated_up,
            entrant.team,
            entrant.fixed_table,
            rank,
        )
    return PairingEntrant(
        entrant.id,
        tally.score,
        tally.met,
        tally.byes,
        tally.down,
        tally.up,
        entrant.team,
        entrant.fixed_table,
        rank,
        tuple(tally.tables),
    )


def _tallies(archive: Archive) -> dict[int, _Tally]:
    """Scores, opponents, byes and floats from the rounds in order; a float compares the scores before its round."""
    tallies: dict[int, _Tally] = defaultdict(_Tally)
    for each in archive.rounds:
        before = {key: tally.score for key, tally in tallies.items()}
        for match in each.matches:
            _count(archive, tallies, before, match)
    return tallies


def _count(archive: Archive, tallies: dict[int, _Tally], before: dict[int, int], match: ArchiveMatch) -> None:
    settings = archive.settings
    one = tallies[match.one]
    if match.two is None:
        one.byes += match.kind is MatchKind.BYE
        one.score += settings.win if match.kind is MatchKind.BYE else settings.loss
        return
    two = tallies[match.two]
    one.met[match.two] += 1
    two.met[match.one] += 1
    higher = before.get(match.one, 0) - before.get(match.two, 0)
    one.down += higher > 0
    two.down += higher < 0
    one.up += higher < 0
    two.up += higher > 0
    if match.table is not None:
        one.tables.append(match.table)
        two.tables.append(match.table)
    if not match.open:
        points1, points2 = _points(archive, match)
        one.score += points1
        two.score += points2


def _points(archive: Archive, match: ArchiveMatch) -> tuple[int, int]:
    settings = archive.settings
    win, draw, loss = settings.win, settings.draw, settings.loss
    if match.kind is MatchKind.DOUBLE_LOSS:
        return loss, loss
    if match.kind is MatchKind.INTENTIONAL_DRAW:
        return draw, draw
    lead = match.wins1 - match.wins2
    if match.kind in (MatchKind.NO_SHOW, MatchKind.AWARD):
        lead = {1: 1, 2: -1}.get(match.winner or 0, 0)
    if lead == 0:
        return draw, draw
    return (win, loss) if lead > 0 else (loss, win)


def listed_levels(levels: Levels) -> list[int]:
    """The levels of a cost as files list them: those of `docs/archive.md`, where `beyond_first` stands by itself."""
    return [level for name, level in levels._asdict().items() if name != "beyond_first"]
