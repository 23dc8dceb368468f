"""Why two players meet, computed against the whole bracket: slow and simple, to check the fast way."""

from __future__ import annotations

from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant, PairingHistory, meetings
from tournaments.swiss.reasons import Exclusion, ExclusionCode, PairDownCode, PairReason


def explain_pair(
    history: PairingHistory, rules: CostRules, pair: tuple[int, int], bye: int | None = None
) -> PairReason:
    """The facts behind ``pair`` (the higher player first) of a round in which ``bye`` sits out."""
    first, second = (history.by_id[player] for player in pair)
    bracket = [entrant for entrant in history.entrants if entrant.score == first.score]
    exclusions: list[Exclusion] = []
    counts = []
    for player in (first, second):
        excluded = _excluded(rules, player, bracket)
        barred = sum(len(ids) for code, ids in excluded.items() if code is not ExclusionCode.DISCOURAGED)
        counts.append(len(bracket) - (player.score == first.score) - barred)
        exclusions += [Exclusion(player.id, code, tuple(ids)) for code, ids in excluded.items() if ids]
    return PairReason(
        pair=pair,
        bracket=first.score,
        pair_down=_pair_down(history, first, second, counts[0], bye),
        score_difference=first.score - second.score,
        rematch=meetings(first, second),
        discouraged=rules.is_discouraged(first, second),
        candidates=(counts[0], counts[1]),
        earlier_floats=(first.floated_down, second.floated_up),
        exclusions=tuple(exclusions),
    )


def _excluded(rules: CostRules, player: Entrant, bracket: list[Entrant]) -> dict[ExclusionCode, list[int]]:
    """Members of the bracket by the first reason that keeps them from meeting ``player``."""
    excluded: dict[ExclusionCode, list[int]] = {code: [] for code in ExclusionCode}
    for other in sorted(bracket, key=lambda entrant: entrant.id):
        if other.id == player.id:
            continue
        if not rules.may_meet(player, other):
            same = player.team is not None and player.team == other.team
            excluded[ExclusionCode.SAME_TEAM if same else ExclusionCode.PROHIBITED].append(other.id)
        elif meetings(player, other):
            excluded[ExclusionCode.ALREADY_MET].append(other.id)
        elif rules.is_discouraged(player, other):
            excluded[ExclusionCode.DISCOURAGED].append(other.id)
    return excluded


def _pair_down(
    history: PairingHistory, first: Entrant, second: Entrant, candidates: int, bye: int | None
) -> PairDownCode | None:
    """Why the pair crosses brackets, ``None`` when it does not."""
    if first.score == second.score:
        return None
    if not candidates:
        return PairDownCode.NOBODY_LEFT_IN_BRACKET
    above = sum(1 for entrant in history.entrants if entrant.score >= first.score and entrant.id != bye)
    return PairDownCode.ODD_BRACKET if above % 2 else PairDownCode.BEST_FOR_THE_FIELD
