"""What a round keeps of its pairing: the proof, the field it was drawn from, and what had to be relaxed."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection, Iterable, Sequence
from math import gcd
from typing import Any

from tournaments.models import Bye, PairedField, Round, RoundRepair
from tournaments.queries.decided_pairs import ForcedPair
from tournaments.swiss.costs import CostRules, Levels, cost_rules
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.record import DrawnField, record_field, record_witness
from tournaments.swiss.settings import PairingSettings

logger = logging.getLogger(__name__)


def pairing_facts(result: PairingResult) -> dict[str, Any]:
    """The facts of a pairing as it came from the core, as plain JSON."""
    facts = {
        **_cost_facts(result.history, result.rules, result.pairs, result.bye, result.achieved, result.bound),
        "certified": result.certified,
        "bound_holds": result.witness is not None,
        "looked_ahead": result.looked_ahead,
        "is_settled": result.is_settled,
        "even_lots": result.even_lots,
        "in_time": result.in_time,
        "pair_down": smallest_pair_down(result.history),
        "order": result.settings.order.value,
        "basis": basis_of(result.history, result.rules),
    }
    plain: dict[str, Any] = json.loads(json.dumps(facts))
    return plain


def facts_of_parts(parts: Sequence[tuple[str, PairingResult]]) -> dict[str, Any]:
    """The facts of a round whose parts were paired by themselves, each with the codes of its divisions.

    What a pairing costs is added up, and so is what no pairing costs less than: least costs compare level by level, and
    so do their sums. The round is proved where every part is.
    """
    each = [pairing_facts(result) for _divisions, result in parts]
    byes = [facts["second_bye"] for facts in each if facts["second_bye"] is not None]
    return {
        "achieved": added_up([result.achieved for _divisions, result in parts])._asdict(),
        "bound": added_up([result.bound for _divisions, result in parts])._asdict(),
        **{
            key: all(facts[key] for facts in each)
            for key in ("certified", "bound_holds", "is_settled", "even_lots", "in_time")
        },
        "looked_ahead": any(facts["looked_ahead"] for facts in each),
        "pair_down": gcd(*(facts["pair_down"] for facts in each)),
        "order": each[0]["order"],
        "basis": "",
        "rematches": [pair for facts in each for pair in facts["rematches"]],
        "kept_together": [pair for facts in each for pair in facts["kept_together"]],
        "second_bye": byes[0] if byes else None,
        "second_byes": byes,
        "parts": [
            {
                "divisions": divisions,
                "players": len(result.history.entrants),
                "certified": facts["certified"],
                "achieved": facts["achieved"],
                "bound": facts["bound"],
            }
            for (divisions, result), facts in zip(parts, each, strict=True)
        ],
    }


def facts_with_part(
    facts: dict[str, Any], divisions: str, repaired: dict[str, Any], *, moved: Collection[int]
) -> dict[str, Any]:
    """The facts of a round in parts after one of them, named by the codes of its `divisions`, was repaired: `repaired`
    are the facts of that repair, `moved` everybody of the part whose table had not begun.

    The costs of the others stay as they were drawn; where a round of before does not have them by part, the sums stay.
    """
    parts = [
        {**part, **{key: repaired[key] for key in ("certified", "achieved", "bound")}}
        if part["divisions"] == divisions
        else part
        for part in facts["parts"]
    ]
    kept = {key: [pair for pair in facts[key] if not set(pair) & set(moved)] for key in ("rematches", "kept_together")}
    byes = [key for key in facts["second_byes"] if key not in moved]
    byes += [repaired["second_bye"]] if repaired["second_bye"] is not None else []
    sums = {}
    if all("achieved" in part for part in parts):
        sums = {key: added_up([Levels(**part[key]) for part in parts])._asdict() for key in ("achieved", "bound")}
    return {
        **facts,
        **sums,
        **{key: kept[key] + repaired[key] for key in kept},
        "certified": all(part["certified"] for part in parts),
        "bound_holds": repaired["bound_holds"],
        "second_bye": byes[0] if byes else None,
        "second_byes": byes,
        "parts": parts,
    }


def with_decided(facts: dict[str, Any], forced: Sequence[ForcedPair]) -> dict[str, Any]:
    """The facts of a round about which something was decided by hand: the cost of the pairs that meet by decision
    counts in what the round costs and in what no round around them costs less than."""
    costs = [one.cost for one in forced]
    return {
        **facts,
        "achieved": added_up([Levels(**facts["achieved"]), *costs])._asdict(),
        "bound": added_up([Levels(**facts["bound"]), *costs])._asdict(),
        "rematches": facts["rematches"] + [list(one.pair) for one in forced if one.cost.repeats],
        "kept_together": facts["kept_together"] + [list(one.pair) for one in forced if one.kept_apart],
        "decided": True,
    }


def added_up(costs: Sequence[Levels]) -> Levels:
    """The sum of costs, level by level."""
    return Levels(*(sum(level) for level in zip(*costs, strict=True)))


def keep_field(
    round: Round, result: PairingResult, *, repair: RoundRepair | None = None, part: str = ""
) -> PairedField:
    """Store the field that pairs of the round were drawn from, and the witness of their proof, for good. `part`: the
    codes of the divisions that it is of."""
    if result.is_settled and result.achieved == result.bound and not result.certified:
        logger.error("pairing_without_witness", extra={"round": round.pk, "entrants": len(result.history.entrants)})
    facts = record_field(DrawnField(result.history, result.rules, result.pairs, result.bye))
    facts["bound"] = result.bound._asdict()
    facts["witness"] = None if result.witness is None else record_witness(result.witness)
    return PairedField.objects.create(round=round, repair=repair, part=part, facts=facts)


def facts_with_late_pair(
    facts: dict[str, Any], history: PairingHistory, settings: PairingSettings, pair: tuple[int, int]
) -> dict[str, Any]:
    """The facts of a round in which the player with the bye, the first of the `pair`, meets one who came late (`late`):
    its costs and its proof are still those of the draw."""
    one, two = (history.by_id[key] for key in pair)
    rules = cost_rules(history, settings)
    changed = {**facts, "late": [*facts.get("late", []), list(pair)]}
    if rules.pair(one, two).repeats:
        changed["rematches"] = [*facts.get("rematches", []), list(pair)]
    if not rules.may_meet(one, two) or rules.is_discouraged(one, two):
        changed["kept_together"] = [*facts.get("kept_together", []), list(pair)]
    again = [key for key in facts.get("second_byes", []) if key != pair[0]]
    if "second_byes" in facts:
        changed["second_byes"] = again
    if facts.get("second_bye") == pair[0]:
        changed["second_bye"] = again[0] if again else None
    return changed


def recount_facts(round: Round, history: PairingHistory, settings: PairingSettings) -> dict[str, Any]:
    """The facts of a draft edited by hand: costs, proof and rematches as they are now.

    A draft that seats somebody who has left since is not counted again. A bound that was proved remains valid as long
    as the field and the rules of cost are the same; otherwise nothing is called proved. Rounds
    paired before witnesses were kept say nothing about their bound, so nothing of them stays proved.
    """
    if round.pairing.get("parts"):
        return _recounted_parts(round, history, settings)
    pairs = list(round.matches.values_list("player1", "player2"))
    bye = round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True).first()
    facts: dict[str, Any] = round.pairing
    seated = {key for pair in pairs for key in pair} | ({bye} if bye is not None else set())
    if not seated <= set(history.by_id):
        return {**facts, "certified": False}
    rules = cost_rules(history, settings)
    costs = [rules.pair(history.by_id[one], history.by_id[two]) for one, two in pairs]
    costs += [rules.bye(history.by_id[bye])] if bye is not None else []
    achieved = Levels(*(sum(level) for level in zip(*costs, strict=True)))
    bound = Levels(**round.pairing["bound"])
    counted = {**_late_in(facts, pairs), **_cost_facts(history, rules, pairs, bye, achieved, bound)}
    holds = facts.get("bound_holds", False) and facts.get("basis") == basis_of(history, rules)
    return counted if holds else {**counted, "certified": False}


def _recounted_parts(round: Round, history: PairingHistory, settings: PairingSettings) -> dict[str, Any]:
    """The facts of a draft whose parts were paired by themselves, edited by hand: nothing is called proved any more."""
    facts: dict[str, Any] = {**round.pairing, "certified": False, "bound_holds": False}
    pairs = list(round.matches.values_list("player1", "player2"))
    byes = list(round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True))
    if not {key for pair in pairs for key in pair} | set(byes) <= set(history.by_id):
        return facts
    rules = cost_rules(history, settings)
    by_id = history.by_id
    costs = [rules.pair(by_id[one], by_id[two]) for one, two in pairs] + [rules.bye(by_id[key]) for key in byes]
    counted = _cost_facts(history, rules, pairs, None, added_up(costs), Levels(**facts["bound"]))
    again = [key for key in byes if by_id[key].had_bye]
    return {
        **_late_in(facts, pairs),
        **counted,
        "certified": False,
        "second_bye": again[0] if again else None,
        "second_byes": again,
    }


def _late_in(facts: dict[str, Any], pairs: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """The facts without the late players who do not meet any more whom they were seated with."""
    if "late" not in facts:
        return facts
    met = {frozenset(pair) for pair in pairs}
    return {**facts, "late": [pair for pair in facts["late"] if frozenset(pair) in met]}


def smallest_pair_down(history: PairingHistory) -> int:
    """What a pair-down by the smallest step between scores costs; 0 where everybody is level."""
    return gcd(*(entrant.score - history.lowest_score for entrant in history.entrants)) ** 2


def basis_of(history: PairingHistory, rules: CostRules) -> str:
    """A short text that is the same exactly for the same field under the same rules: what a proof rests on."""
    field = [
        (
            (one.id, one.score, one.had_bye, one.floated_down, one.floated_up, one.team),
            sorted(one.times_met_all.items()),
        )
        for one in sorted(history.entrants, key=lambda one: one.id)
    ]
    apart = [rules.team_policy.value, sorted(rules.prohibited), sorted(rules.discouraged)]
    return hashlib.sha256(json.dumps([field, apart]).encode()).hexdigest()[:16]


def _cost_facts(
    history: PairingHistory,
    rules: CostRules,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    achieved: Levels,
    bound: Levels,
) -> dict[str, Any]:
    by_id = history.by_id
    return {
        "achieved": achieved._asdict(),
        "bound": bound._asdict(),
        "certified": achieved == bound and all(rules.may_meet(by_id[one], by_id[two]) for one, two in pairs),
        "rematches": [[one, two] for one, two in pairs if rules.pair(by_id[one], by_id[two]).repeats],
        "kept_together": [
            [one, two]
            for one, two in pairs
            if not rules.may_meet(by_id[one], by_id[two]) or rules.is_discouraged(by_id[one], by_id[two])
        ],
        "second_bye": bye if bye is not None and by_id[bye].had_bye else None,
    }
