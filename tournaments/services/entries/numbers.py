"""The numbers of an event's entries, and whose names need them to be distinct."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from django.db.models import Max

from tournaments.models import Registration, Tournament
from tournaments.queries.names import public_name
from tournaments.services.entries.person import name_key

_ENDS_AS_NUMBERED = re.compile(r"#\s*\d+$")


def next_number(tournament: Tournament) -> int:
    """The first number no entry of the tournament has. Lock the tournament first."""
    highest = Registration.everybody.filter(tournament=tournament).aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def tell_names_apart(tournament: Tournament, *, unmasked: Collection[int] = ()) -> None:
    """Put the number into every name that reads like another one of the event; call it after a name was written.

    A number stays in a name for good: a name on a wall must not change because somebody else's was corrected. What
    staff and what everybody may read is compared apart, so that a number says nothing about a name that is masked or
    belongs to a nickname. A name that is masked has its number in any case, for the day on which it is masked no more:
    the age is said or corrected in another event, or the player grows up, and nobody writes a name here. Were it
    compared with other masked ones, who calls an entry by a guess and then says "adult" would read in its number
    whether a masked child has that name. `unmasked` are entries that were masked before what was just written: their
    number is decided again, by the names that everybody reads. A name that ends as a number does gets its own number
    behind it.
    """
    entries = list(
        Registration.everybody.filter(tournament=tournament, is_anonymous=False)
        .select_related("player")
        .only(
            *("kind", "name", "public_name", "number_in_name", "number_in_public_name"),
            *("player__birth_year", "player__age_group"),
        )
    )
    public = {entry.pk: name for entry in entries if (name := public_name(entry)) is not None}
    in_name = _reading_alike((entry.pk, entry.name) for entry in entries)
    in_public = _reading_alike(public.items()) | {entry.pk for entry in entries if entry.pk not in public}
    changed = []
    for entry in entries:
        stays = entry.number_in_public_name and entry.pk not in unmasked
        numbered = entry.number_in_name or entry.pk in in_name, stays or entry.pk in in_public
        if numbered != (entry.number_in_name, entry.number_in_public_name):
            entry.number_in_name, entry.number_in_public_name = numbered
            changed.append(entry)
    Registration.everybody.bulk_update(changed, ["number_in_name", "number_in_public_name"], batch_size=1_000)


def _reading_alike(names: Iterable[tuple[int, str]]) -> set[int]:
    """Keys of the entries whose name reads like another's, or ends as a number does."""
    keys = {entry: name_key(name) for entry, name in names}
    often = Counter(keys.values())
    return {entry for entry, key in keys.items() if often[key] > 1 or _ENDS_AS_NUMBERED.search(key)}
