"""Why this opponent: the facts behind one pair, as codes and ids."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant, PairingHistory, meetings
from tournaments.swiss.settings import TeamPolicy


class ExclusionCode(StrEnum):
    """Why an entrant of the same bracket was not an opponent."""

    ALREADY_MET = "already_met"
    SAME_TEAM = "same_team"
    PROHIBITED = "prohibited"
    DISCOURAGED = "discouraged"


class PairDownCode(StrEnum):
    """Why the higher entrant left the bracket."""

    ODD_BRACKET = "odd_bracket"
    """An odd number of players (the bye left out) stood at or above this score, so one had to play below."""
    NOBODY_LEFT_IN_BRACKET = "nobody_left_in_bracket"
    """No member of the bracket was a possible fresh opponent."""
    BEST_FOR_THE_FIELD = "best_for_the_field"
    """Keeping the bracket together would have cost the field more elsewhere."""


@dataclass(frozen=True)
class Exclusion:
    """Members of the bracket of ``entrant`` who were not opponents for the reason ``code``; ids in order."""

    entrant: int
    code: ExclusionCode
    others: tuple[int, ...]


@dataclass(frozen=True)
class PairOutline:
    """What is particular about a pair, for a list of all pairs.

    ``bracket`` is the score of the first (higher) player; ``pair_down`` is set when the second has a lower one, with
    ``score_difference`` and the reason. ``rematch`` counts earlier meetings.
    """

    pair: tuple[int, int]
    bracket: int
    pair_down: PairDownCode | None
    score_difference: int
    rematch: int
    discouraged: bool


@dataclass(frozen=True)
class PairReason(PairOutline):
    """The facts behind one pair.

    ``candidates`` counts, for each of the two, the members of the bracket (the first player's) who were possible fresh
    opponents, the one drawn included. ``earlier_floats`` are (times the first was paired down, times the second was
    paired up) before this round.
    """

    candidates: tuple[int, int]
    earlier_floats: tuple[int, int]
    exclusions: tuple[Exclusion, ...]


@dataclass(frozen=True)
class ByeReason:
    """The facts behind the bye of an odd field of ``players``.

    ``score`` and ``had_byes`` are those of who has it. ``candidates`` counts the others with the same score and as many
    byes, ``lower`` those with a lower score, ``lower_had_bye`` how many of these have had a bye.
    """

    players: int
    score: int
    had_byes: int
    candidates: int
    lower: int
    lower_had_bye: int


def explain_bye(history: PairingHistory, bye: int) -> ByeReason:
    """The facts behind the bye of an entrant of the field."""
    own = history.by_id[bye]
    lower = [one for one in history.entrants if one.score < own.score]
    alike = [one for one in history.entrants if (one.score, one.had_bye) == (own.score, own.had_bye)]
    return ByeReason(
        players=len(history.entrants),
        score=own.score,
        had_byes=int(own.had_bye),
        candidates=len(alike) - 1,
        lower=len(lower),
        lower_had_bye=sum(bool(one.had_bye) for one in lower),
    )


class Reasons:
    """Explains the pairs of one round, in which ``bye`` sits out.

    A player's exclusions are found among those the player has met, has for a team mate or is kept apart from, never by
    going through the bracket: all pairs together cost as much as these lists are long.
    """

    def __init__(self, history: PairingHistory, rules: CostRules, bye: int | None = None) -> None:
        self._by_id = history.by_id
        self._rules = rules
        self._sizes = Counter(entrant.score for entrant in history.entrants)
        self._scores = sorted(entrant.score for entrant in history.entrants if entrant.id != bye)
        self._named_by: defaultdict[int, set[int]] = defaultdict(set)
        self._mates: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
        for entrant in history.entrants:
            for other in entrant.met:
                self._named_by[other].add(entrant.id)
            if entrant.team is not None and rules.team_policy is not TeamPolicy.IGNORE:
                self._mates[entrant.score, entrant.team].add(entrant.id)
        self._apart: defaultdict[int, set[int]] = defaultdict(set)
        for one, two in rules.prohibited | rules.discouraged:
            self._apart[one].add(two)
            self._apart[two].add(one)

    def outline(self, pair: tuple[int, int]) -> PairOutline:
        """What is particular about ``pair`` (the higher player first)."""
        first, second = (self._by_id[player] for player in pair)
        return PairOutline(
            pair=pair,
            bracket=first.score,
            pair_down=self._pair_down(first, second),
            score_difference=first.score - second.score,
            rematch=meetings(first, second),
            discouraged=self._rules.is_discouraged(first, second),
        )

    def explain(self, pair: tuple[int, int]) -> PairReason:
        """The facts behind ``pair`` (the higher player first)."""
        first, second = (self._by_id[player] for player in pair)
        excluded = [(player, self._excluded(player, first.score)) for player in (first, second)]
        possible = [self._candidates(player, first.score, codes) for player, codes in excluded]
        return PairReason(
            **vars(self.outline(pair)),
            candidates=(possible[0], possible[1]),
            earlier_floats=(first.floated_down, second.floated_up),
            exclusions=tuple(
                Exclusion(player.id, code, tuple(ids))
                for player, codes in excluded
                for code, ids in codes.items()
                if ids
            ),
        )

    def _excluded(self, player: Entrant, bracket: int) -> dict[ExclusionCode, list[int]]:
        """Members of the bracket by the first reason that keeps them from meeting ``player``."""
        mates = self._mates.get((bracket, player.team), set()) if player.team is not None else set()
        possible = mates.union(player.met, self._named_by.get(player.id, ()), self._apart.get(player.id, ()))
        excluded: dict[ExclusionCode, list[int]] = {code: [] for code in ExclusionCode}
        for key in sorted(possible - {player.id}):
            other = self._by_id.get(key)
            if other is None or other.score != bracket:
                continue
            if not self._rules.may_meet(player, other):
                same = player.team is not None and player.team == other.team
                excluded[ExclusionCode.SAME_TEAM if same else ExclusionCode.PROHIBITED].append(key)
            elif meetings(player, other):
                excluded[ExclusionCode.ALREADY_MET].append(key)
            elif self._rules.is_discouraged(player, other):
                excluded[ExclusionCode.DISCOURAGED].append(key)
        return excluded

    def _candidates(self, player: Entrant, bracket: int, excluded: Mapping[ExclusionCode, list[int]]) -> int:
        """How many members of the bracket were possible fresh opponents; whom to avoid only is one of them."""
        barred = sum(len(ids) for code, ids in excluded.items() if code is not ExclusionCode.DISCOURAGED)
        return self._sizes[bracket] - (player.score == bracket) - barred

    def _pair_down(self, first: Entrant, second: Entrant) -> PairDownCode | None:
        """Why the pair crosses brackets, ``None`` when it does not."""
        if first.score == second.score:
            return None
        if not self._candidates(first, first.score, self._excluded(first, first.score)):
            return PairDownCode.NOBODY_LEFT_IN_BRACKET
        above = len(self._scores) - bisect_left(self._scores, first.score)
        return PairDownCode.ODD_BRACKET if above % 2 else PairDownCode.BEST_FOR_THE_FIELD
