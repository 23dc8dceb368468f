"""A result slip with its drops: both are taken, or neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from accounts.actor import Actor
from tournaments.models import Match, Pod, Registration
from tournaments.services.entries import drop

Seated = TypeVar("Seated", Match, Pod)


@transaction.atomic
def enter_slip(
    *, actor: Actor, enter: Callable[[], Seated], leaving: Callable[[Seated], list[Registration]]
) -> Seated:  # fmt: skip
    """Take the result by `enter`, and drop who leaves by the slip, unless gone already.

    Raises what `enter` and `drop` raise; nothing is written then.
    """
    seated = enter()
    for entry in leaving(seated):
        if entry.status == Registration.Status.ACTIVE:
            drop(actor=actor, registration_id=entry.pk)
    return seated
