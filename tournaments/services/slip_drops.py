"""A result slip with its drops: both are taken, or neither."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from accounts.actor import Actor
from tournaments.models import Match, Registration
from tournaments.services.entries import drop


@transaction.atomic
def enter_slip(
    *, actor: Actor, enter: Callable[[], Match], leaving: Callable[[Match], list[Registration]]
) -> Match:  # fmt: skip
    """Take the result by `enter`, and drop who leaves by the slip, unless gone already.

    Raises what `enter` and `drop` raise; nothing is written then.
    """
    match = enter()
    for entry in leaving(match):
        if entry.status == Registration.Status.ACTIVE:
            drop(actor=actor, registration_id=entry.pk)
    return match
