"""The long proof: ``python -m tests.tournaments.swiss.proof [--brute 50000] [--events 10000] [--processes 2]``.

Small hostile fields are compared with brute force over all pairings, medium ones with networkx' blossom. Whole random
tournaments are played and every round re-checked by :mod:`checker`. Short fields are played up to full round robins,
where no rematch may ever be forced. What was tried goes to `docs/measurements.md`.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor

from bench.measurements import write_section
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.settings import PairingSettings, TeamPolicy

from .blossom_oracle import best_cost_by_blossom
from .checker import WrongPairing, check_round, demand
from .events import EventPlan, play_event
from .fields import random_field, used_up_field
from .oracle import best_cost, cost_of

POINT_SYSTEMS = ((3, 1, 0), (2, 1, 0), (6, 3, 0), (1, 0, 0), (10, 4, 1))


def brute_force(seed: int) -> str:
    """One small field against every pairing of it."""
    rng = random.Random(seed)
    largest = 10 if seed % 25 == 0 else 8
    history, settings = random_field(rng, 1, largest)
    best = best_cost(history, settings)
    try:
        result = pair_round(history, settings, rng)
    except NoLegalPairing:
        demand(best is None, "a playable field was refused", seed)
        return "no pairing exists"
    demand(result.achieved == cost_of(history, settings, result.pairs, result.bye), "counted wrong", seed)
    demand(result.achieved == best, "a better pairing exists", seed, result.achieved, best)
    demand(result.certified, "not certified", seed)
    return "optimal"


def blossom(seed: int) -> str:
    """One medium field against networkx' blossom."""
    rng = random.Random(seed)
    history, settings = random_field(rng, 9, 40)
    best = best_cost_by_blossom(history, settings)
    try:
        result = pair_round(history, settings, rng)
    except NoLegalPairing:
        demand(best is None, "a playable field was refused", seed)
        return "no pairing exists"
    demand(result.achieved == best, "a better pairing exists", seed, result.achieved, best)
    demand(result.certified, "not certified", seed)
    return "optimal"


def rematches(seed: int) -> str:
    """One field whose rematches are forced against networkx' blossom."""
    rng = random.Random(seed)
    history, settings = used_up_field(rng, 11, 90), PairingSettings()
    result = pair_round(history, settings, rng)
    best = best_cost_by_blossom(history, settings)
    demand(result.achieved == best, "a better choice of rematches exists", seed, result.achieved, best)
    demand(result.certified, "not certified", seed)
    return "optimal, with rematches" if result.achieved.repeats else "optimal"


def random_plan(seed: int) -> EventPlan:
    """An event of 4 to 300 players, small ones more often."""
    rng = random.Random(seed)
    players = round(4 * 75 ** rng.random())
    teams = rng.choice([0, 0, 2, 5, 20])
    policy = (
        rng.choice([TeamPolicy.DISCOURAGE, TeamPolicy.DISCOURAGE, TeamPolicy.PROHIBIT]) if teams else TeamPolicy.IGNORE
    )
    if teams == 2 or players < 24:
        policy = TeamPolicy.DISCOURAGE if teams else TeamPolicy.IGNORE
    usual = max(3, (players - 1).bit_length())
    return EventPlan(
        players=players,
        rounds=min(usual + rng.choice([0, 0, 1, 3]), players if players % 2 else players - 1),
        points=rng.choice(POINT_SYSTEMS),
        draws=rng.choice([0.0, 0.03, 0.1, 0.3]),
        drops=rng.choice([0.0, 0.0, 0.03, 0.15]),
        late=rng.choice([0.0, 0.0, 0.05]),
        teams=teams,
        planned=rng.random() < 0.7,
        settings=PairingSettings(team_policy=policy, team_rounds=rng.choice([None, 3])),
    )


def whole_event(seed: int) -> Counter[str]:
    """One random tournament, every round re-checked."""
    plan = random_plan(seed)
    found: Counter[str] = Counter()
    try:
        for history, result in play_event(plan, seed):
            found[check_round(history, plan.settings, result)] += 1
            found["rounds with a forced rematch"] += result.achieved.repeats > 0
    except NoLegalPairing as refused:
        demand(refused.reason is NoPairingReason.TEAM_TOO_LARGE, "a playable field was refused", seed)
        found["ended because one team outnumbers the rest"] += 1
    except WrongPairing as wrong:
        raise WrongPairing(seed, *wrong.args) from wrong
    return found


def short_event(case: tuple[int, int, int]) -> Counter[str]:
    """A short field played to its planned end."""
    players, rounds, seed = case
    found: Counter[str] = Counter()
    plan = EventPlan(players, rounds, draws=0.1 * (seed % 3))
    for _, result in play_event(plan, seed * 1000 + rounds):
        demand(result.achieved.repeats == 0, "a rematch was forced", case)
        found["rounds"] += 1
        found["rounds where better pairings were passed over"] += result.looked_ahead
        found["rounds certified"] += result.certified
    return found


def short_cases(seeds: int) -> list[tuple[int, int, int]]:
    """Every field from 4 to 16 with every number of rounds up to a full round robin."""
    return [
        (players, rounds, seed)
        for players in range(4, 17)
        for rounds in range(1, players + players % 2)
        for seed in range(seeds)
    ]


def report(title: str, counts: Iterable[Counter[str] | str], started: float) -> str:
    """Print what was found in all of them; the same as a row of the table."""
    total: Counter[str] = Counter()
    for count in counts:
        total.update([count] if isinstance(count, str) else count)
    facts = ", ".join(f"{name}: {number:,}" for name, number in sorted(total.items()))
    seconds = f"{time.perf_counter() - started:,.0f} s"
    sys.stdout.write(f"{title}: {facts} ({seconds})\n")
    sys.stdout.flush()
    return f"| {title} | {facts} | {seconds} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Prove the pairing engine by brute force and by whole tournaments.")
    parser.add_argument("--brute", type=int, default=50_000, help="small fields compared with every pairing")
    parser.add_argument("--blossom", type=int, default=2_000, help="fields of 9 to 40 compared with networkx' blossom")
    parser.add_argument("--rematches", type=int, default=400, help="fields of 11 to 90 whose rematches are forced")
    parser.add_argument("--events", type=int, default=10_000, help="whole random tournaments")
    parser.add_argument("--short", type=int, default=20, help="events per short field and number of rounds")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    tried = [
        (f"{asked.brute:,} fields against brute force", brute_force, seeds_from(asked.seed, asked.brute), 200),
        (
            f"{asked.blossom:,} fields against an independent blossom",
            blossom,
            seeds_from(asked.seed, asked.blossom),
            20,
        ),
        (f"{asked.rematches:,} fields with forced rematches", rematches, seeds_from(asked.seed, asked.rematches), 5),
        (f"{asked.events:,} whole tournaments", whole_event, seeds_from(asked.seed, asked.events), 10),
        (f"{len(short_cases(asked.short)):,} short events", short_event, short_cases(asked.short), 20),
    ]
    rows = ["| tried | found | time |", "|---|---|---:|"]
    load = os.getloadavg()[0]
    with ProcessPoolExecutor(asked.processes) as pool:
        for title, check, cases, size in tried:
            started = time.perf_counter()
            rows.append(report(title, pool.map(check, cases, chunksize=size), started))
    none = f"No field and no event contradicts the engine. First seed {asked.seed}, {asked.processes} processes. "
    none += f"The machine's load average when it began: {load:.1f}."
    write_section("Proof of the pairing engine (`make proof`)", "\n".join(rows) + f"\n\n{none}")


def seeds_from(first: int, count: int) -> range:
    return range(first, first + count)


if __name__ == "__main__":
    main()
