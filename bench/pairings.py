"""The engine and other programs on the same fields, in one run."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.fields import BenchField, bench_fields
from bench.measuring import CannotMeasure, Line, heading
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.prices import PriceWitness, find_prices
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.witness import Witness, checked_witness, proves

ROOT = Path(__file__).parent.parent
PEERS_PYTHON = ROOT / "var" / "bench-venv" / "bin" / "python"
SIZES = (32, 128, 512, 2_048, 8_192, 16_384)
QUICK_SIZES = (32, 128, 2_048, 8_192)
MAX_PLAYERS = {"swisspair": 16_384, "py4swiss": 9_999, "networkx": 512, "rustworkx": 2_048}
"""Beyond these nobody has seen the program end within minutes, or its file format has no room."""
REPEATS = 7
PATIENCE, QUICK_PATIENCE = 12.0, 3.0
"""Seconds a program has for a field; with what it takes to start, all of them end within a few minutes."""
STARTING_UP = 10.0


def pairing_lines(*, quick: bool) -> list[Line]:
    """One line per field and program: median ms, how it compares, whether it is optimal, rematches."""
    if not PEERS_PYTHON.exists():
        raise CannotMeasure("The other programs are not here: `make bench PARTS=pairing` installs them first.")
    patience = QUICK_PATIENCE if quick else PATIENCE
    lines = [heading("pairing", "ms", "engine is", "Σ d²", "optimal", "rematches")]
    too_slow: set[str] = set()
    for size in QUICK_SIZES if quick else SIZES:
        for field in bench_fields(size):
            lines += _field_lines(field, patience, too_slow)
    return lines


def _field_lines(field: BenchField, patience: float, too_slow: set[str]) -> list[Line]:
    title = f"n = {field.players:,}, round {field.number} of {field.planned}"
    times = []
    for seed in range(REPEATS):
        start = time.perf_counter()
        result = pair_round(field.history, PairingSettings(), random.Random(seed))
        times.append(time.perf_counter() - start)
    own = statistics.median(times)
    proof = "proved" if result.certified else "not proved"
    best, repeats = _judged(field, result.pairs)
    lines = [Line(f"{title}: engine", _ms(own), "", str(best), proof, str(repeats))]
    lines.append(_witness_line(field, result, f"{'':>{len(title)}}  of it witness and check", own))
    for peer, largest in MAX_PLAYERS.items():
        if field.players > largest:
            continue
        indented = f"{'':>{len(title)}}  {peer}"
        if peer in too_slow:
            lines.append(Line(indented, "not asked: out of time in a smaller field"))
            continue
        try:
            lines.append(_peer_line(field, indented, peer, patience, own, best))
        except subprocess.TimeoutExpired:
            too_slow.add(peer)
            lines.append(Line(indented, f"> {patience + STARTING_UP:,.0f} s", f"> {patience / own:,.0f} ×"))
    return lines


def _witness_line(field: BenchField, result: PairingResult, title: str, own: float) -> Line:
    """What finding the witness and checking it takes of the engine's time."""
    witness = result.witness
    if witness is None:
        return Line(title, "–")
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        assert _is_witnessed_again(field, result, witness)
        times.append(time.perf_counter() - start)
    taken = statistics.median(times)
    return Line(title, _ms(taken), f"{taken / own:.0%}")


def _is_witnessed_again(field: BenchField, result: PairingResult, witness: Witness | PriceWitness) -> bool:
    """Find a witness of the same kind and check it."""
    if isinstance(witness, Witness):
        return bool(checked_witness(field.history, result.rules, witness.ground, result.pairs, result.bye))
    prices = find_prices(field.history, result.rules, witness.teams)
    return prices is not None and proves(prices, field.history, result.rules, result.pairs, result.bye)


def _peer_line(field: BenchField, title: str, peer: str, patience: float, own: float, best: int) -> Line:
    """What another program makes of the field; raises `subprocess.TimeoutExpired` where it has no answer in time."""
    try:
        answer = subprocess.run(
            [PEERS_PYTHON, ROOT / "bench" / "peers.py", peer, str(patience)],
            input=json.dumps(field.plain).encode(),
            capture_output=True,
            timeout=patience + STARTING_UP,
            check=True,
        )
    except subprocess.CalledProcessError as failure:
        said = failure.stderr.decode(errors="replace").strip().splitlines() or ["no answer"]
        return Line(title, "failed", said[-1][:60])
    found = json.loads(answer.stdout)
    taken = statistics.median(found["seconds"])
    spread, repeats = _judged(field, found["pairs"])
    optimal = "yes" if (repeats, spread) == (0, best) else "no"
    return Line(title, _ms(taken), f"{taken / own:,.1f} × faster", str(spread), optimal, str(repeats))


def _judged(field: BenchField, pairs: Iterable[Sequence[int]]) -> tuple[int, int]:
    """Σ (score difference)² and rematches, counted from the records; a field not paired once each is an error."""
    by_id = field.history.by_id
    spread = repeats = 0
    seen: set[int] = set()
    for first, second in pairs:
        one, two = by_id[first], by_id[second]
        spread += (one.score - two.score) ** 2
        repeats += second in one.met
        seen |= {first, second}
    if seen != set(by_id):
        raise ValueError("not everybody is paired")
    return spread, repeats


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.2f}"
