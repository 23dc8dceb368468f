"""Receipts written by the core alone, as the services write them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

from tournaments.play.bracket import Bracket
from tournaments.receipts.bracket_round import Drawn, Place, record_brackets
from tournaments.receipts.canonical import (
    committed_text,
    digest_of,
    digest_of_text,
    digests_of,
    seed_of,
    step_digest,
)
from tournaments.receipts.document import BODY, BRACKET, DRAW, FORMAT, VERSION, receipt_digests, write_receipt
from tournaments.receipts.working_out import ByHand, record_draw
from tournaments.scoring.lots import draw_lots
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy

EVENT, SECRET = "spring", "5e" * 32
TEXT = committed_text(event=EVENT, round=2, sequence=1, secret=SECRET)
COMMITMENT = {
    "sequence": 1,
    "at": "2026-11-23T09:00:00.000000Z",
    "before_pairing": True,
    "digest": digest_of_text(TEXT),
    "text": TEXT,
}
NOW = "2026-11-23T10:00:00.000000Z"


def step_of(
    history: list[dict[str, Any]], kind: str, facts: Mapping[str, Any], *, counter: int | None = None
) -> dict[str, Any]:
    """The next step of a history."""
    step = {
        "position": len(history) + 1,
        "kind": kind,
        "at": NOW,
        "by": "owner",
        "commitment": None if counter is None else 1,
        "counter": counter,
        "seed": "" if counter is None else str(seed_of(TEXT, counter)),
        "digests": digests_of(facts),
    }
    return {**step, "digest": step_digest(history[-1]["digest"] if history else "", step), "facts": dict(facts)}


def drawn_receipt(players: int = 9) -> dict[str, Any]:
    """Round 2 of a small event: drawn once, a table moved, published."""
    paired_before = {one: one + 1 if one % 2 else one - 1 for one in range(1, players + 1)}
    entrants = tuple(
        Entrant(
            id=one,
            score=3 * (one % 2),
            met=(other,) if other <= players else (),
            had_bye=int(other > players),
            team=("Land of Light", "Earth", None)[one % 3],
            tables=(one // 2,),
        )
        for one, other in paired_before.items()
    )
    history = PairingHistory(entrants, 4, 2)
    settings = PairingSettings(team_policy=TeamPolicy.DISCOURAGE, prohibited=frozenset({(1, 3)}))
    result = pair_round(history, settings, Random(seed_of(TEXT, 1)))
    steps: list[dict[str, Any]] = []
    facts = record_draw([result], by_hand=ByHand(apart=((1, 3),)), assigned=[(players + 1, "bye")])
    steps.append(step_of(steps, DRAW, facts, counter=1))
    moved = result.pairs[0]
    steps.append(step_of(steps, "table", {"pair": list(moved), "table": 50}))
    steps.append(step_of(steps, "published", {}))
    tables = dict(zip(result.pairs, result.tables, strict=True)) | {moved: 50}
    seats = {
        "tables": sorted([table, *sorted(pair)] for pair, table in tables.items()),
        "byes": [] if result.bye is None else [result.bye],
    }
    return receipt_with(steps, "swiss", seats)


def cut_receipt() -> dict[str, Any]:
    """The first round of a cut of four, the last two places of which were drawn for."""
    table = [(1, 11), (2, 12), (3, 13), (3, 14), (3, 15)]
    seeds = draw_lots([Place(*row) for row in table], cut=4, rng=Random(seed_of(TEXT, 1))).order
    facts = record_brackets([Drawn(Bracket(seeds), {}, table=table, size=4)], 1)
    steps: list[dict[str, Any]] = []
    steps.append(step_of(steps, BRACKET, facts, counter=1))
    seats = {"tables": [[1, *sorted((seeds[0], seeds[3]))], [2, *sorted((seeds[1], seeds[2]))]], "byes": []}
    return receipt_with(steps, "top_cut", seats)


def receipt_with(steps: list[dict[str, Any]], stage: str, published: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a round 2."""
    return write_receipt(
        event=EVENT, round=2, stage=stage, commitments=[COMMITMENT], history=steps, published=published
    )


def sealed_again(changed: Mapping[str, Any]) -> dict[str, Any]:
    """A changed document whose digests were all made again, as somebody who knows the format would."""
    plain = copy.deepcopy(dict(changed))
    before = ""
    for step in plain["history"]:
        if "facts" in step:
            step["digests"] = digests_of(step["facts"])
        step["digest"] = before = step_digest(before, step)
    digests = receipt_digests({key: plain[key] for key in BODY}, plain["history"])
    return {**plain, "digests": digests, "digest": digest_of([FORMAT, VERSION, digests])}
