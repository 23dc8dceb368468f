"""The cards of a section by the attribute its game groups them by. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from cardpool.packs import Attribute

Item = TypeVar("Item")
Facts = Mapping[str, object]


@dataclass(frozen=True)
class Group(Generic[Item]):
    """Items that share a value, in the order they came. `key` is None if the value is not known."""

    key: str | None
    items: tuple[Item, ...]


def grouped(
    items: Iterable[Item], facts_of: Callable[[Item], Facts | None], attribute: Attribute | None
) -> tuple[Group[Item], ...]:
    """Items by the value of a text or flag attribute (`1` and `0` for a flag), in the pack's order of values.

    Values the pack does not list follow in the order they occur; items of which nothing is known come last. Without an
    attribute, or if nothing is known of any item, there is one group, with key None.
    """
    found: dict[str | None, list[Item]] = {word.key: [] for word in attribute.values} if attribute else {}
    unknown: list[Item] = []
    for item in items:
        value = (facts_of(item) or {}).get(attribute.key) if attribute else None
        if value is None:
            unknown.append(item)
        else:
            found.setdefault(("1" if value else "0") if isinstance(value, bool) else str(value), []).append(item)
    groups = [Group(key, tuple(members)) for key, members in found.items() if members]
    return (*groups, Group(None, tuple(unknown))) if unknown else tuple(groups)
