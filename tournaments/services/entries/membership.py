"""The player ID of an entry: the number that the game's organised play, or the store, has given a person."""

from __future__ import annotations

import unicodedata

from accounts.refusals import Refusal
from accounts.typed_text import one_line
from cardpool.queries import pack_of
from tournaments.models import Registration, Tournament

MAX_LENGTH = 40


def read_membership_id(tournament: Tournament, typed: str) -> str:
    """The ID as it is kept: in the form that the game's pack declares, else in capitals without spaces; empty for none.

    Raises Refusal `membership_id_unreadable` for what the game's form does not fit, or what is too long.
    """
    plain = "".join(unicodedata.normalize("NFKC", one_line(typed)).split()).upper()
    if not plain:
        return ""
    form = pack_of(tournament.ruleset).player_id
    read = form.normalise(plain) if form is not None else plain
    if read is None or len(read) > MAX_LENGTH or not read.isprintable():
        raise Refusal("membership_id_unreadable", field="membership_id", typed=plain[:MAX_LENGTH])
    return read


def is_taken(tournament: Tournament, membership_id: str, *, besides: Registration | None = None) -> bool:
    """Whether another entry that was not withdrawn has the ID. One query, none for no ID."""
    if not membership_id:
        return False
    others = Registration.everybody.filter(tournament=tournament, membership_id=membership_id)
    others = others.exclude(status=Registration.Status.WITHDRAWN)
    return others.exclude(pk=besides.pk).exists() if besides is not None else others.exists()


def refuse_taken_id(tournament: Tournament, membership_id: str, *, besides: Registration | None = None) -> None:
    """Raise Refusal `membership_id_taken` where `is_taken`."""
    if is_taken(tournament, membership_id, besides=besides):
        raise Refusal("membership_id_taken", field="membership_id", membership_id=membership_id)
