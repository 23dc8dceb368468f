"""The name under which a player is shown to a viewer: the one place that decides."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from django.utils import timezone

from accounts.actor import Actor
from accounts.models import AgeGroup, Player
from tournaments.models import Registration, Tournament
from tournaments.models.registration import anonymous_name, numbered_name
from tournaments.permissions import Action, is_own, may

MAX_MINOR_AGE = 18
"""A player may be a minor while this year minus the birth year is at most this: nobody is unmasked too early."""
NAME_FIELDS = (
    "name",
    "public_name",
    "number",
    "number_in_name",
    "number_in_public_name",
    "kind",
    "is_anonymous",
    "player__birth_year",
    "player__age_group",
)


class NameRow(NamedTuple):
    """What the shown name of an entry is made of, read as plain values (`NAME_FIELDS`): an event has thousands."""

    name: str
    public_name: str
    number: int
    number_in_name: bool
    number_in_public_name: bool
    kind: str
    is_anonymous: bool
    birth_year: int | None
    age_group: str

    @property
    def is_team(self) -> bool:
        return self.kind == Registration.Kind.TEAM

    @property
    def entered_name(self) -> str:
        return numbered_name(self.name, self.number, self.number_in_name)

    @property
    def anonymous_name(self) -> str:
        return anonymous_name(self.number)


def shown_name(registration: Registration | NameRow, *, private: bool, own: bool = False) -> str:
    """The name to print for an entry; reads `registration.player`, so select it along.

    With `private` (staff) or `own` (the player alone) the name as entered. Everybody else sees the public nickname
    where there is one; without one the name as entered of who is surely 18 (`is_grown_up`), else a masked name. No two
    entries of an event are shown under one name: the entry's number follows a masked name, and one that others have
    too. An entry whose names were erased has its number alone.
    """
    if registration.is_anonymous:
        return registration.anonymous_name
    if private:
        return registration.entered_name
    public = public_name(registration)
    if own:
        # That of a masked name would say whether another one, masked too, reads the same.
        is_numbered = public is not None and registration.number_in_public_name
        return numbered_name(registration.name, registration.number, is_numbered)
    if public is None:
        return numbered_name(masked_name(registration.name), registration.number, True)
    return numbered_name(public, registration.number, registration.number_in_public_name)


def public_name(registration: Registration | NameRow) -> str | None:
    """The name that everybody may read, without the entry's number; None for one that is masked.

    That of a team never is, whichever of its members it was read for.
    """
    if registration.is_team:
        return registration.name
    if registration.public_name:
        return registration.public_name
    return registration.name if is_grown_up(registration.birth_year, registration.age_group) else None


def sees_private_names(actor: Actor, tournament: Tournament) -> bool:
    """Whether the actor may see every name as entered: staff. One query; ask once per page."""
    return may(actor, Action.VIEW_PRIVATE_NAMES, tournament)


def name_for(actor: Actor, registration: Registration, *, staff: bool) -> str:
    """The name of an entry for one viewer: `staff` is `sees_private_names`, one's own name is never masked."""
    own = not registration.is_team and is_own(actor, registration)
    return shown_name(registration, private=staff, own=own)


def is_grown_up(birth_year: int | None, age_group: str) -> bool | None:
    """Whether somebody is surely 18; None where neither a year of birth nor the player or staff say how old they are.

    A year of birth counts before an age group. With one, somebody who may still be 18 this year is masked, too.
    """
    if birth_year is not None:
        return timezone.localdate().year - birth_year > MAX_MINOR_AGE
    return age_group == AgeGroup.ADULT if age_group else None


def is_masked_player(player: Player) -> bool:
    """Whether the player's name is masked for others."""
    return not is_grown_up(player.birth_year, player.age_group)


def masked_name(name: str) -> str:
    """The first character and three marks that say nothing about the length: `王＊＊`, `W***`."""
    first = name.strip()[:1]
    if unicodedata.east_asian_width(first or " ") in "WF":
        return f"{first}＊＊"
    return f"{first}***"
