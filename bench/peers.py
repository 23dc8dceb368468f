"""Other pairing programs on one field: ``python peers.py NAME SECONDS < field.json``, in an environment of its own.

The field: ``players`` (id, score, met, rounds as [opponent, colour, result]), ``planned`` rounds. Prints the times of
as many runs as fit into the seconds (at most five, at least one) and the pairs of the last. Only the program's own work
is timed: its input objects stand before the clock starts, except that a graph, which no caller has at hand, is built
inside. Each program is imported only when it is asked for.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

MAX_RUNS = 5
Field = dict[str, Any]
Pairs = list[tuple[int, int]]


def swisspair(field: Field) -> Callable[[], Pairs]:
    """karlosss/swisspair, C++; MIT."""
    program = import_module("swisspair")
    order = sorted(field["players"], key=lambda player: (-player["score"], player["id"]))
    players = [
        program.Player(
            id=str(player["id"]),
            points=player["score"],
            rank=place,
            can_get_bye=True,
            cannot_be_paired_against_ids={str(met) for met in player["met"]},
        )
        for place, player in enumerate(order, start=1)
    ]
    return lambda: [(int(match.p1.id), int(match.p2.id)) for match in program.create_matches(players)]


def py4swiss(field: Field) -> Callable[[], Pairs]:
    """Moritz72/py4swiss, the FIDE Dutch system: it minds colours, too."""
    engine = import_module("py4swiss.engines").DutchEngine
    parser = import_module("py4swiss.trf").TrfParser
    with tempfile.NamedTemporaryFile("w", suffix=".trf", encoding="utf-8") as file:
        file.write(trf_text(field))
        file.flush()
        parsed = parser.parse(Path(file.name))
    return lambda: [(pair.white, pair.black) for pair in engine.generate_pairings(parsed)]


def trf_text(field: Field) -> str:
    """The field as a FIDE tournament report (TRF16), points 3-1-0 by its extension codes."""
    if len(field["players"]) > 9999:
        raise ValueError("a TRF has room for 9,999 players")
    lines = [f"012 bench\nXXR {field['planned']}\nXXS W=3.0 D=1.0"]
    ranked = sorted(field["players"], key=lambda player: (-player["score"], player["id"]))
    for place, player in enumerate(ranked, start=1):
        key, points = player["id"], player["score"]
        results = "".join(f"  {opponent:4d} {colour} {result}" for opponent, colour, result in player["rounds"])
        lines.append(f"001 {key:4d}      {f'P{key}':33s} {3000 - key // 4:4d}{'':27s}{points:5.1f} {place:4d}{results}")
    return "\n".join(lines) + "\n"


def weighted_edges(field: Field) -> list[tuple[int, int, int]]:
    """Every pair that has not met, heavier the closer the scores."""
    players = field["players"]
    heaviest = (max(player["score"] for player in players) + 1) ** 2
    edges = []
    for place, one in enumerate(players):
        met, score = set(one["met"]), one["score"]
        for further in range(place + 1, len(players)):
            two = players[further]
            if two["id"] not in met:
                edges.append((place, further, heaviest - (score - two["score"]) ** 2))
    return edges


def networkx(field: Field) -> Callable[[], Pairs]:
    """networkx' maximum-weight matching in pure Python, on the full graph."""
    nx = import_module("networkx")
    ids = [player["id"] for player in field["players"]]

    def run() -> Pairs:
        graph = nx.Graph()
        graph.add_weighted_edges_from(weighted_edges(field))
        return [(ids[one], ids[two]) for one, two in nx.max_weight_matching(graph, maxcardinality=True)]

    return run


def rustworkx(field: Field) -> Callable[[], Pairs]:
    """rustworkx' maximum-weight matching in Rust, on the full graph."""
    rx = import_module("rustworkx")
    ids = [player["id"] for player in field["players"]]

    def run() -> Pairs:
        graph = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(ids)
        graph.add_edges_from(weighted_edges(field))
        matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(ids[one], ids[two]) for one, two in matching]

    return run


PEERS = {peer.__name__: peer for peer in (swisspair, py4swiss, networkx, rustworkx)}


def main() -> None:
    """Read the field, pair it, print what came of it."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    run = PEERS[name](json.load(sys.stdin))
    times: list[float] = []
    while not times or (len(times) < MAX_RUNS and sum(times) + times[-1] < seconds):
        start = time.perf_counter()
        pairs = run()
        times.append(time.perf_counter() - start)
    json.dump({"seconds": times, "pairs": [list(pair) for pair in pairs]}, sys.stdout)


if __name__ == "__main__":
    main()
