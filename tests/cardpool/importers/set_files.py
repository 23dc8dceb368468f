"""Set files in the public shape of the Pokémon TCG data, made up for tests."""

import json
from pathlib import Path
from typing import Any

SETS = [
    {"id": "sm115", "name": "Hidden", "series": "S", "ptcgoCode": "HIF", "releaseDate": "2019/08/23"},
    {"id": "sma", "name": "Hidden Vault", "series": "S", "ptcgoCode": "HIF", "releaseDate": "2019/08/23"},
    {"id": "swshp", "name": "Promos", "series": "S", "ptcgoCode": "PR-SW", "releaseDate": "2019/11/15"},
    {"id": "cel25", "name": "Celebrations", "series": "S", "ptcgoCode": "CEL", "releaseDate": "2021/10/08"},
    {"id": "cel25c", "name": "Classic", "series": "S", "ptcgoCode": "CEL", "releaseDate": "2021/10/08"},
    {"id": "swsh12tg", "name": "Tempest Gallery", "series": "S", "ptcgoCode": "SIT", "releaseDate": "2022/11/11"},
    {"id": "swsh12", "name": "Tempest", "series": "S", "ptcgoCode": "SIT", "releaseDate": "2022/11/11"},
    {"id": "svp", "name": "SV Promos", "series": "S", "ptcgoCode": "PR-SV", "releaseDate": "2023/01/01"},
    {"id": "sv6", "name": "Masquerade", "series": "S", "ptcgoCode": "TWM", "releaseDate": "2024/05/24"},
    {"id": "pop5", "name": "POP 5", "series": "POP", "printedTotal": 17, "releaseDate": "2007/03/01"},
    {"id": "gym1", "name": "Gym", "series": "Gym", "ptcgoCode": "G1", "releaseDate": "2000/08/14"},
    {"id": "g1", "name": "Generations", "series": "XY", "ptcgoCode": "GEN", "releaseDate": "2016/02/22"},
    {"id": "ex10", "name": "Forces", "series": "EX", "ptcgoCode": "UF", "releaseDate": "2005/08/01"},
]


def entry(id_: str, name: str = "Some Card", **values: Any) -> dict[str, Any]:
    """A card as the public data states it; `number` is the tail of its id unless given."""
    plain = {"supertype": "Trainer", "subtypes": ["Item"], "number": id_.rpartition("-")[2], "rarity": "Common"}
    return {"id": id_, "name": name, **plain, **values}


def write_sets(folder: Path, sets: list[dict[str, Any]] | None = None) -> Path:
    """The list of sets at its usual place."""
    return write_json(folder / "sets" / "en.json", SETS if sets is None else sets)


def write_cards(folder: Path, set_id: str, entries: list[Any], language: str = "en") -> Path:
    """A set's cards at their usual place."""
    return write_json(folder / "cards" / language / f"{set_id}.json", entries)


def write_json(path: Path, value: Any) -> Path:
    """A JSON file, with its folders created."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path
