"""Correcting what was entered about a person, so that two editors at once keep each other's changes."""

from __future__ import annotations

from dataclasses import fields, replace

from django.core import signing
from django.db import transaction

from accounts.actor import Actor
from accounts.consents import Consent, record_consents, require_consent
from accounts.models import Player
from accounts.refusals import Conflict
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, is_own, require
from tournaments.queries.names import sees_private_names
from tournaments.services.entries.divisions import put_into_division
from tournaments.services.entries.membership import read_membership_id, refuse_taken_id
from tournaments.services.entries.numbers import tell_names_apart
from tournaments.services.entries.person import PersonData, name_key, person_of, refuse_anonymous, refuse_same_name
from tournaments.services.locking import lock_registration
from tournaments.services.log import write_log

SEEN_SALT = "entry as seen"
FIELDS = tuple(field.name for field in fields(PersonData))


def sign_seen(person: PersonData) -> str:
    """What a form is filled from, signed, for the form to carry: `read_seen` turns it back."""
    return signing.dumps({name: getattr(person, name) for name in FIELDS}, salt=SEEN_SALT)


def read_seen(signed: str) -> PersonData | None:
    """What a form was filled from; None for a form that does not say it, or not in our hand."""
    try:
        return PersonData(**signing.loads(signed, salt=SEEN_SALT))
    except (signing.BadSignature, TypeError):
        return None


@transaction.atomic
def edit_entry(
    *,
    actor: Actor,
    registration_id: int,
    name: str,
    birth_year: int | None,
    public_name: str,
    team: str,
    membership_id: str | None = None,
    allow_same_name: bool = False,
    seen: PersonData | None = None,
    consent: Consent | None = None,
) -> Registration:
    """Change what is known about a person: staff at any time, players about themselves before the start.

    `seen` is what the editor was shown: only what differs from it is their change, so what somebody else has
    saved in the meantime stays. Where both changed the same thing, Conflict `entry_changed` tells `now`, the field's
    value as it stands by the field's name, and nothing is written. Raises NotAllowed, Refusal `same_name`,
    `guardian_consent_needed` (the new year of birth may mean under 14), or a refusal with every field that cannot be
    accepted. `membership_id` None leaves the player ID as it is.
    """
    registration = lock_registration(registration_id)
    tournament = registration.tournament
    is_player = is_own(actor, registration) and tournament.phase == Tournament.Phase.REGISTRATION
    if not is_player:
        require(actor, Action.MANAGE_ENTRIES, tournament)
    refuse_anonymous(registration)
    if registration.is_team:
        birth_year, public_name = None, ""
    before = person_of(registration)
    member = before.membership_id
    if membership_id is not None and not registration.is_team:
        member = read_membership_id(tournament, membership_id)
    person = PersonData.of(name, birth_year, public_name, team, member)
    if seen is not None:
        person = _merged(person, seen, before)
    if person.birth_year != before.birth_year:
        require_consent([(registration.player, person.birth_year)], consent)
    record_consents([(registration.player, person.birth_year)], consent, actor=actor)
    if person == before:
        return registration
    if name_key(person.name) != name_key(registration.name) and not allow_same_name:
        private = sees_private_names(actor, tournament)
        refuse_same_name(tournament, person.name, besides=registration, private=private, kind=registration.kind)
    if person.membership_id != before.membership_id and registration.status != Registration.Status.WITHDRAWN:
        refuse_taken_id(tournament, person.membership_id, besides=registration)
    _write_person(registration, person, before)
    tell_names_apart(tournament)
    changed = [field for field in FIELDS if getattr(person, field) != getattr(before, field)]
    write_log(
        tournament,
        actor,
        "entry_edited",
        entry=registration.pk,
        name=person.name,
        old_name=before.name,
        before={field: getattr(before, field) for field in changed},
        after={field: getattr(person, field) for field in changed},
    )
    return registration


def _write_person(registration: Registration, person: PersonData, before: PersonData) -> None:
    """Write what is known about a person; another year of birth chooses the division again before the start."""
    registration.name, registration.public_name, registration.team = person.name, person.public_name, person.team
    registration.membership_id = person.membership_id
    registration.save(update_fields=["name", "public_name", "team", "membership_id"])
    if before.birth_year == person.birth_year:
        return
    Player.objects.filter(pk=registration.player_id).update(birth_year=person.birth_year)
    registration.player.birth_year = person.birth_year
    if registration.tournament.phase == Tournament.Phase.REGISTRATION and not registration.division_by_hand:
        chosen = registration.division if before.birth_year is None else ""
        put_into_division(registration, birth_year=person.birth_year, chosen=chosen)
        registration.save(update_fields=["division", "division_by_hand"])


def _merged(mine: PersonData, seen: PersonData, now: PersonData) -> PersonData:
    """The entry as it stands with what the editor changed. Raises Conflict `entry_changed`."""
    changed = {name: getattr(mine, name) for name in FIELDS if getattr(mine, name) != getattr(seen, name)}
    both = [name for name, value in changed.items() if getattr(now, name) not in (getattr(seen, name), value)]
    if both:
        raise Conflict("entry_changed", name=now.name, now={name: getattr(now, name) for name in both})
    return replace(now, **changed)
