"""Correcting what was entered about a person, so that two editors at once keep each other's changes."""

from __future__ import annotations

from dataclasses import fields, replace

from django.core import signing
from django.db import transaction

from accounts.actor import Actor
from accounts.consents import Consent, record_consents, require_consent, younger_of
from accounts.models import GuardianConsent, Player
from accounts.refusals import Conflict
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, is_own, require
from tournaments.queries.names import public_name, sees_private_names
from tournaments.queries.settings import divisions_of
from tournaments.services.entries.divisions import name_in_log, put_into_division, year_for_division
from tournaments.services.entries.membership import is_taken, read_membership_id, refuse_taken_id
from tournaments.services.entries.numbers import tell_names_apart
from tournaments.services.entries.person import (
    PersonData,
    consent_year,
    name_key,
    person_of,
    refuse_anonymous,
    refuse_same_name,
)
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
    age_group: str | None = None,
    allow_same_name: bool = False,
    seen: PersonData | None = None,
    consent: Consent | None = None,
) -> Registration:
    """Change what is known about a person: staff at any time, players about themselves before the start.

    `seen` is what the editor was shown: only what differs from it is their change, so what somebody else has
    saved in the meantime stays. Where both changed the same thing, Conflict `entry_changed` tells `now`, the field's
    value as it stands by the field's name, and nothing is written. Raises NotAllowed, Refusal `same_name`,
    `guardian_consent_needed` (the new year of birth may mean under 14), or a refusal with every field that cannot be
    accepted. `membership_id` and `age_group` None leave what they are about as it is.
    """
    registration = lock_registration(registration_id)
    tournament = registration.tournament
    is_player = is_own(actor, registration) and tournament.phase == Tournament.Phase.REGISTRATION
    if not is_player:
        require(actor, Action.MANAGE_ENTRIES, tournament)
    refuse_anonymous(registration)
    if registration.is_team:
        birth_year, public_name, age_group = None, "", None
    before = person_of(registration)
    member = before.membership_id
    if membership_id is not None and not registration.is_team:
        member = read_membership_id(tournament, membership_id)
    group = before.age_group if age_group is None else age_group
    person = PersonData.of(name, birth_year, public_name, team, member, group)
    if seen is not None:
        person = _merged(person, seen, before)
    year = consent_year(person, None)
    if year != consent_year(before, None):
        require_consent([(registration.player, year)], consent)
    record_consents([(registration.player, year)], consent, actor=actor)
    if person == before:
        return registration
    if name_key(person.name) != name_key(registration.name) and not allow_same_name:
        private = sees_private_names(actor, tournament)
        refuse_same_name(tournament, person.name, besides=registration, private=private, kind=registration.kind)
    if person.membership_id != before.membership_id and registration.status != Registration.Status.WITHDRAWN:
        refuse_taken_id(tournament, person.membership_id, besides=registration)
    _write_person(registration, person, before)
    _log_edit(actor, registration, before, person)
    return registration


def fill_in_entry(
    *,
    actor: Actor,
    entry: Registration,
    person: PersonData,
    division: str,
    consent: Consent | None,
    request: int | None = None,
) -> None:
    """Take over what the person of an entry typed, and nobody knew: nothing that is known is changed.

    A player ID that another entry has stays out. A division counts before the start alone, where no year of birth and
    nobody of the staff has decided it; that of a member is the team's. The caller holds the tournament and the player,
    and has asked for a consent where one is needed. The change is in the log, with the key of the `request` to join
    that it comes from: `take_out_again` finds it by that.
    """
    before, division_before = person_of(entry), entry.division
    known = {
        field: getattr(before, field) or getattr(person, field)
        for field in ("birth_year", "public_name", "team", "membership_id")
    }
    known["age_group"] = younger_of(before.age_group, person.age_group)
    if not before.membership_id and is_taken(entry.tournament, person.membership_id, besides=entry):
        known["membership_id"] = ""
    after = replace(before, **known)
    is_before_start = entry.tournament.phase == Tournament.Phase.REGISTRATION
    if division not in {one.code for one in divisions_of(entry.tournament)}:
        division = ""  # It was asked for, and the event has it no longer.
    may_choose = is_before_start and not entry.is_member and not entry.division_by_hand
    if may_choose and (division or not entry.division):
        put_into_division(entry, birth_year=after.birth_year, chosen=division)
        entry.save(update_fields=["division", "division_by_hand"])
    recorded = record_consents([(entry.player, consent_year(after, None))], consent, actor=actor)
    if after != before:
        _write_person(entry, after, before)
    facts = {} if request is None else {"request": request, "consents": [one.pk for one in recorded]}
    if after != before or (facts and (recorded or entry.division != division_before)):
        _log_edit(actor, entry, before, after, division_before=division_before, **facts)


def take_out_again(*, actor: Actor, entry: Registration, request: int) -> None:
    """Undo what `fill_in_entry` wrote from a request to join that turned out to be somebody else's.

    What has been changed since stays. So does the division once the event runs, which is moved at the entry's page. The
    consent that was recorded goes: it was given for another child. The caller holds the tournament and the player.
    """
    lines = entry.tournament.log.filter(facts__request=request).order_by("-pk")
    line = lines.filter(verb__in=("entry_edited", "join_reopened")).first()
    if line is None or line.verb != "entry_edited":
        return
    was, filled = line.facts.get("before", {}), line.facts.get("after", {})
    now, division_now = person_of(entry), entry.division
    still = [field for field in FIELDS if field in filled and getattr(now, field) == filled[field]]
    person = replace(now, **{field: was[field] for field in still})
    if person != now:
        _write_person(entry, person, now)
    is_before_start = entry.tournament.phase == Tournament.Phase.REGISTRATION
    division_was, division_filled = line.facts.get("divisions", ("", ""))
    is_there = not division_was or bool(name_in_log(entry.tournament, division_was))
    if is_before_start and is_there and division_was != division_filled == division_now:
        # Filling in passes over a division that staff chose.
        entry.division, entry.division_by_hand = division_was, False
        entry.save(update_fields=["division", "division_by_hand"])
    consents = GuardianConsent.objects.filter(player=entry.player, pk__in=line.facts.get("consents", []))
    gone, _by_model = consents.delete()
    if gone or person != now or entry.division != division_now:
        _log_edit(actor, entry, now, person, division_before=division_now)


def _log_edit(
    actor: Actor,
    entry: Registration,
    before: PersonData,
    after: PersonData,
    *,
    division_before: str | None = None,
    **facts: object,
) -> None:
    """A line about what was changed; `division_before`: where the division may have been as well."""
    changed = [field for field in FIELDS if getattr(after, field) != getattr(before, field)]
    was = {field: getattr(before, field) for field in changed}
    now = {field: getattr(after, field) for field in changed}
    if division_before is not None and entry.division != division_before:
        was["division"] = name_in_log(entry.tournament, division_before)
        now["division"] = name_in_log(entry.tournament, entry.division)
        facts["divisions"] = [division_before, entry.division]
    names = {"name": after.name, "old_name": before.name}
    write_log(entry.tournament, actor, "entry_edited", entry=entry.pk, before=was, after=now, **names, **facts)


def _write_person(registration: Registration, person: PersonData, before: PersonData) -> None:
    """Write what is known about a person, and tell the event's names apart."""
    masked = [registration.pk] if public_name(registration) is None else []
    _write_facts(registration, person, before)
    tell_names_apart(registration.tournament, unmasked=masked)


def _write_facts(registration: Registration, person: PersonData, before: PersonData) -> None:
    """Another year of birth chooses the division again before the start, that of a member the team's."""
    registration.name, registration.public_name, registration.team = person.name, person.public_name, person.team
    registration.membership_id = person.membership_id
    registration.save(update_fields=["name", "public_name", "team", "membership_id"])
    if before.age_group != person.age_group:
        Player.objects.filter(pk=registration.player_id).update(age_group=person.age_group)
        registration.player.age_group = person.age_group
    if before.birth_year == person.birth_year:
        return
    paired = registration.team_entry or registration
    paired.tournament = registration.tournament
    year_before = year_for_division(paired)
    Player.objects.filter(pk=registration.player_id).update(birth_year=person.birth_year)
    registration.player.birth_year = person.birth_year
    if registration.tournament.phase == Tournament.Phase.REGISTRATION and not paired.division_by_hand:
        chosen = paired.division if year_before is None else ""
        put_into_division(paired, birth_year=year_for_division(paired), chosen=chosen)
        paired.save(update_fields=["division", "division_by_hand"])
        registration.division = paired.division


def _merged(mine: PersonData, seen: PersonData, now: PersonData) -> PersonData:
    """The entry as it stands with what the editor changed. Raises Conflict `entry_changed`."""
    changed = {name: getattr(mine, name) for name in FIELDS if getattr(mine, name) != getattr(seen, name)}
    both = [name for name, value in changed.items() if getattr(now, name) not in (getattr(seen, name), value)]
    if both:
        raise Conflict("entry_changed", name=now.name, now={name: getattr(now, name) for name in both})
    return replace(now, **changed)
