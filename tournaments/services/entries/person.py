"""What is entered about a person for one event, and whether it can be accepted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import models
from django.utils import timezone

from accounts.consents import year_for_consent, younger_of
from accounts.erased_names import plain
from accounts.models import AgeGroup, Player
from accounts.refusals import Conflict, Refusal, refuse_any
from accounts.typed_text import one_line
from accounts.visible_names import is_readable, line_problems
from tournaments.models import Registration, Tournament
from tournaments.queries.names import public_name

MAX_NAME_LENGTH = 80
MAX_AGE = 120
"""In years: an earlier year of birth is taken for a slip."""

COUNTED = (
    Registration.Status.ACTIVE,
    Registration.Status.WAITLISTED,
    Registration.Status.DROPPED,
    Registration.Status.NO_SHOW,
    Registration.Status.DISQUALIFIED,
)
"""Every status but withdrawn: those whose names and players are taken in the tournament."""


def refuse_unknown_age_group(age_group: str) -> None:
    """Raise Refusal `no_such_choice` for what is no age group; empty says that nobody knows."""
    if age_group and age_group not in AgeGroup.values:
        raise Refusal("no_such_choice", field="age_group", value=age_group, choices=AgeGroup.values)


@dataclass(frozen=True)
class PersonData:
    """Name, birth year, public nickname, team, player ID and age group, tidied: single spaces, none at the ends."""

    name: str
    birth_year: int | None
    public_name: str
    team: str
    membership_id: str = ""
    age_group: str = ""

    @classmethod
    def of(
        cls,
        name: str,
        birth_year: int | None = None,
        public_name: str = "",
        team: str = "",
        membership_id: str = "",
        age_group: str = "",
    ) -> PersonData:
        """Tidy and check; `membership_id` as `membership.read_membership_id` gives it. Raises a refusal with every
        field that cannot be accepted."""
        typed = {"name": name, "public_name": public_name, "team": team}
        refuse_any([one for field, text in typed.items() for one in line_problems(text, field=field, required=False)])
        refuse_unknown_age_group(age_group)
        person = cls(one_line(name), birth_year, one_line(public_name), one_line(team), membership_id, age_group)
        refuse_any(person.problems())
        return person

    def problems(self) -> list[Refusal]:
        """Every field that cannot be accepted."""
        problems = [] if is_readable(self.name) else [Refusal("name_required", field="name")]
        for field in ("name", "public_name", "team"):
            if len(getattr(self, field)) > MAX_NAME_LENGTH:
                problems.append(Refusal("name_too_long", field=field, limit=MAX_NAME_LENGTH))
        year = timezone.localdate().year
        if self.birth_year is not None and not year - MAX_AGE <= self.birth_year <= year:
            problems.append(Refusal("birth_year_impossible", field="birth_year", birth_year=self.birth_year))
        return problems


def person_of(registration: Registration) -> PersonData:
    """What is entered about the person of an entry, as it stands."""
    player = registration.player
    facts = registration.public_name, registration.team, registration.membership_id
    return PersonData(registration.name, player.birth_year, *facts, player.age_group)


def year_of(person: PersonData, player: Player | None) -> int | None:
    """The year of birth as entered, else as known."""
    return person.birth_year or (player.birth_year if player is not None else None)


def consent_year(person: PersonData, player: Player | None) -> int | None:
    """The year by which a guardian's consent is asked (`year_for_consent`), whatever older age is said now."""
    known = player.age_group if player is not None else ""
    return year_for_consent(year_of(person, player), younger_of(known, person.age_group))


def of_age(person: PersonData, age_group: str) -> PersonData:
    """The person with the age group that is said; a year of birth says it already."""
    return person if person.birth_year is not None else replace(person, age_group=age_group)


def refuse_anonymous(registration: Registration) -> None:
    """Raise Conflict `entry_anonymous` for an entry whose names were erased: it is nobody's any more."""
    if registration.is_anonymous:
        raise Conflict("entry_anonymous", number=registration.number)


def refuse_erased(players: Collection[int]) -> None:
    """Raise Conflict `player_erased` if one of the players was made anonymous, perhaps a moment ago.

    The rows are locked: an erasure that comes later waits, and finds what is entered now.
    """
    locked = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=players).order_by("pk")
    if any(erased_at is not None for erased_at in locked.values_list("erased_at", flat=True)):
        raise Conflict("player_erased")


def name_key(name: str) -> str:
    """What two spellings of one name have in common: width, case and spaces make no difference."""
    return plain(name)


def taken_names(tournament: Tournament, among: models.Manager[Registration] = Registration.objects) -> set[str]:
    """The keys of the names entered in the tournament; `among` is `Registration.people` for those of the people."""
    names = among.filter(tournament=tournament, status__in=COUNTED).values_list("name", flat=True)
    return {name_key(name) for name in names}


def refuse_same_name(
    tournament: Tournament,
    name: str,
    *,
    besides: Registration | None = None,
    private: bool = True,
    kind: str = Registration.Kind.PLAYER,
) -> None:
    """Raise Refusal `same_name` when another entry of the tournament, of this kind, already has the name.

    Without `private` the names that everybody may read are compared: a refusal must not confirm a name that is masked
    or belongs to a nickname.
    """
    others = Registration.everybody.filter(tournament=tournament, kind=kind, status__in=COUNTED)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if private:
        names = iter(others.values_list("name", flat=True))
    else:
        shown = others.select_related("player").only(
            "kind", "name", "public_name", "player__birth_year", "player__age_group"
        )
        names = (public for public in map(public_name, shown) if public is not None)
    key = name_key(name)
    if any(name_key(other) == key for other in names):
        raise Refusal("same_name", field="name", name=name)
