"""A guardian's consent, recorded before personal data of a player under 14 is kept.

China's Personal Information Protection Law (PIPL), Article 31: personal information of minors under 14 is handled with
the consent of their parents or other guardians. A year of birth leaves the day open, so a player who may still be 13
counts as under 14.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.actor import Actor
from accounts.models import AgeGroup, GuardianConsent, Player
from accounts.refusals import Refusal, refuse_together
from accounts.visible_names import visible_line

MAX_AGE = 14
"""This year minus the year of birth up to which somebody may be under 14: they may not have had their birthday yet."""
MAX_CONTACT = 120
WORDING = "2026-11-24"
"""The version of the sentence that guardians agree to (`templates/components/consent_words.html`)."""

How = GuardianConsent.How
IN_HALL = (How.PAPER, How.SPOKEN)
"""How staff may have been given a consent."""


@dataclass(frozen=True)
class Consent:
    """A consent as it was given: by whom, how, and where they may be reached if they want to say so."""

    how: str
    given_by: str = GuardianConsent.GivenBy.PARENT
    contact: str = ""


def may_be_under_14(birth_year: int | None) -> bool:
    """Whether somebody born in the year may be under 14; without a year, nothing says so."""
    return birth_year is not None and timezone.localdate().year - birth_year <= MAX_AGE


def year_for_consent(birth_year: int | None, age_group: str) -> int | None:
    """The year of birth by which a consent is asked: where there is none, this one for who is said to be under 14."""
    is_said = birth_year is None and age_group == AgeGroup.UNDER_14
    return timezone.localdate().year if is_said else birth_year


def consent_year_of(player: Player) -> int | None:
    """`year_for_consent` of what is known of the player."""
    return year_for_consent(player.birth_year, player.age_group)


def has_consent(player: Player) -> bool:
    """Whether a guardian's consent is on record for the player."""
    return GuardianConsent.objects.filter(player=player).exists()


def lacks_consent(player: Player) -> bool:
    """Whether the player may be under 14 and no consent is on record, as for those entered before it was asked for."""
    return may_be_under_14(consent_year_of(player)) and not has_consent(player)


def require_consent(players: Iterable[tuple[Player | None, int | None]], consent: Consent | None) -> None:
    """Raise Refusal `guardian_consent_needed` if one of the players, each with the year of birth known of them, may be
    under 14, has no consent on record, and none is given now. `count` says how many.

    The contact of a consent that is given is checked too, because a request keeps it until the desk decides.
    """
    if consent is not None:
        _contact(consent)
    young = [player for player, year in players if may_be_under_14(year)]
    recorded = set(
        GuardianConsent.objects.filter(player__in=[one for one in young if one is not None]).values_list(
            "player", flat=True
        )
    )
    lacking = [one for one in young if one is None or one.pk not in recorded]
    if lacking and consent is None:
        raise Refusal("guardian_consent_needed", field="consent", count=len(lacking))


def require_age(birth_year: int | None, said: str, known: str = "") -> None:
    """Raise Refusal `age_needed` where neither the year of birth nor who signs up says how old a player is, and no age
    group is `known`, `birth_year_needed` where they are said to be under 14 and the year is missing or says otherwise.
    """
    if birth_year is None and not (said or known):
        raise Refusal("age_needed", field="age_group")
    if said == AgeGroup.UNDER_14 and not may_be_under_14(birth_year):
        raise Refusal("birth_year_needed", field="birth_year", is_given=birth_year is not None)


def require_age_and_consent(player: Player | None, birth_year: int | None, said: str, consent: Consent | None) -> None:
    """What `require_age` and `require_consent` ask of one player, raised together; `birth_year` is the one that is
    typed or known, `said` the age group that is said now.
    """
    known = player.age_group if player is not None else ""
    year = year_for_consent(birth_year, younger_of(known, said))
    refuse_together([lambda: require_age(birth_year, said, known), lambda: require_consent([(player, year)], consent)])


def copy_consents(*, known: Player, into: Player) -> None:
    """Let the consents on record for a player hold for another row of the same person, who has none yet."""
    for one in GuardianConsent.objects.filter(player=known).order_by("pk"):
        given_at, one.pk, one.player = one.given_at, None, into
        one.save(force_insert=True)
        GuardianConsent.objects.filter(pk=one.pk).update(given_at=given_at)


def learn_age(player: Player, birth_year: int | None, age_group: str) -> None:
    """Keep the first year of birth given for a player, and the age group (`younger_of`); the caller has asked for a
    consent where one is needed. What is learned alone is written: somebody may be correcting the other."""
    learned: dict[str, Any] = {}
    if player.birth_year is None and birth_year is not None:
        learned["birth_year"] = player.birth_year = birth_year
    group = younger_of(player.age_group, age_group)
    if group != player.age_group:
        learned["age_group"] = player.age_group = group
    if learned:
        Player.objects.filter(pk=player.pk).update(**learned)


def learn_age_groups(said: Iterable[tuple[Player, str]]) -> None:
    """`learn_age` for the people of a list, in one write; the caller holds their rows."""
    changed = []
    for player, age_group in said:
        group = younger_of(player.age_group, age_group)
        if group != player.age_group:
            player.age_group = group
            changed.append(player)
    Player.objects.bulk_update(sorted(changed, key=lambda one: one.pk), ["age_group"], batch_size=1_000)


_FROM_YOUNGEST = (AgeGroup.UNDER_14, AgeGroup.MINOR, AgeGroup.ADULT)


def younger_of(known: str, said: str) -> str:
    """The age group to keep of the one that is known and the one that is said: the younger, which shows less of a name
    and asks for more care. That somebody has grown up since is for staff to correct."""
    return next((one.value for one in _FROM_YOUNGEST if one in (known, said)), "")


def record_consents(
    players: Iterable[tuple[Player, int | None]], consent: Consent | None, *, actor: Actor
) -> list[GuardianConsent]:
    """Record the consent for those of the players who may be under 14 and have none on record; what was recorded."""
    young = {player.pk: player for player, year in players if may_be_under_14(year)}
    if consent is None or not young:
        return []
    recorded = GuardianConsent.objects.filter(player__in=young).values_list("player", flat=True)
    contact = _contact(consent)
    return GuardianConsent.objects.bulk_create(
        GuardianConsent(
            player=young[key],
            given_by=GuardianConsent.GivenBy(consent.given_by),
            how=How(consent.how),
            contact=contact,
            wording=WORDING,
            entered_by_user=actor.user,
            entered_by=actor.label[:150],
        )
        for key in sorted(young.keys() - set(recorded))
    )


def _contact(consent: Consent) -> str:
    """How the guardian can be reached, in one line that shows."""
    contact = visible_line(consent.contact, field="consent_contact", required=False)
    if len(contact) > MAX_CONTACT:
        raise Refusal("name_too_long", field="consent_contact", limit=MAX_CONTACT)
    return contact
