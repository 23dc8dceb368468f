"""Serializers for entries, and for the requests that make them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.actor import Actor
from accounts.api.fields import Text
from accounts.consents import MAX_CONTACT
from accounts.models import AgeGroup, GuardianConsent
from tournaments.models import Registration
from tournaments.permissions import is_own
from tournaments.play.divisions import MAX_CODE
from tournaments.queries.decks import DeckState, deck_state
from tournaments.queries.names import name_for
from tournaments.queries.teams import members_of
from tournaments.services.entries.ages import FOR_ALL

FINAL_PLACE = "In the division where each has places of its own: each had a top cut, or they are paired apart."


class MemberSerializer(serializers.Serializer[Any]):
    """A player of a team of two as the asker may see them; the id is that of the entry with their decklist."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    is_own = serializers.BooleanField()
    decklist = serializers.ChoiceField(
        choices=[state.value for state in DeckState],
        allow_null=True,
        help_text="null where the asker may not know.",
    )


class RegistrationSerializer(serializers.Serializer[Any]):
    """An entry as the asker may see it: the name as read by them, deck state and check-in for staff and oneself."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The player's number in this event, shown behind a masked name.")
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    division = serializers.CharField(allow_blank=True, help_text="The code of a division of the event; empty: none.")
    status = serializers.ChoiceField(choices=Registration.Status.choices)
    status_round = serializers.IntegerField(allow_null=True)
    first_round = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    final_place = serializers.IntegerField(allow_null=True, help_text=FINAL_PLACE)
    is_own = serializers.BooleanField()
    checked_in = serializers.BooleanField(allow_null=True, help_text="null where the asker may not know.")
    decklist = serializers.ChoiceField(
        choices=[state.value for state in DeckState],
        allow_null=True,
        help_text="null where the asker may not know, and of a team: its members have the decklists.",
    )
    membership_id = serializers.CharField(
        allow_blank=True, help_text="The player's number at the game or the store; empty where the asker may not know."
    )
    members = MemberSerializer(many=True, help_text="Both players of a team of two; empty for a player.")


def _render_member(member: Registration, *, actor: Actor, staff: bool) -> dict[str, Any]:
    own = is_own(actor, member)
    return {
        "id": member.pk,
        "number": member.number,
        "name": name_for(actor, member, staff=staff),
        "is_own": own,
        "decklist": deck_state(member).value if staff or own else None,
    }


def render_registration(registration: Registration, *, actor: Actor, staff: bool) -> dict[str, Any]:
    """The entry for RegistrationSerializer; `staff` is `sees_private_names` of the actor here."""
    own = is_own(actor, registration)
    knows = staff or own
    return {
        "id": registration.pk,
        "number": registration.number,
        "name": name_for(actor, registration, staff=staff),
        "team": registration.team,
        "division": registration.division,
        "status": registration.status,
        "status_round": registration.status_round,
        "first_round": registration.first_round,
        "seed": registration.seed,
        "final_place": registration.final_place,
        "is_own": own,
        "checked_in": registration.checked_in_at is not None if knows else None,
        "decklist": deck_state(registration).value if knows and not registration.is_team else None,
        "membership_id": registration.membership_id if knows else "",
        "members": [_render_member(one, actor=actor, staff=staff) for one in members_of(registration)],
    }


AGE_GROUP = (
    "How old the player is: needed of who enters oneself where no year of birth is known. Everybody reads the full "
    "name only of who is 18 or older."
)


def age_group_field() -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=AgeGroup.choices, allow_blank=True, required=False, help_text=AGE_GROUP)


class MemberDataSerializer(serializers.Serializer[Any]):
    """What a player of a team of two is entered from."""

    name = Text(max_length=80)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, required=False)
    public_name = Text(max_length=80, allow_blank=True, required=False)
    age_group = age_group_field()


class ConsentSerializer(serializers.Serializer[Any]):
    """A guardian's consent that the data of a player under 14 is kept."""

    how = serializers.ChoiceField(choices=GuardianConsent.How.choices, help_text="Staff: `paper` or `spoken`.")
    given_by = serializers.ChoiceField(
        choices=GuardianConsent.GivenBy.choices, required=False, default=GuardianConsent.GivenBy.PARENT
    )
    contact = Text(max_length=MAX_CONTACT, allow_blank=True, required=False)


class EntrySerializer(serializers.Serializer[Any]):
    """What an entry is made from."""

    name = Text(max_length=80)
    birth_year = serializers.IntegerField(min_value=1900, max_value=2200, allow_null=True, required=False)
    public_name = Text(max_length=80, allow_blank=True, required=False)
    team = Text(max_length=80, allow_blank=True, required=False)
    age_group = age_group_field()
    membership_id = Text(
        max_length=60, allow_blank=True, required=False, help_text="The player's number at the game or the store."
    )
    division = Text(
        max_length=MAX_CODE,
        allow_blank=True,
        required=False,
        help_text="A division of the event; where the year of birth decides, only staff can choose another.",
    )
    same_person = serializers.BooleanField(
        required=False,
        default=False,
        help_text="The account's own player, under a name they were not known by. Another person signs up without the "
        "account.",
    )
    allow_same_name = serializers.BooleanField(
        required=False, help_text="Staff: another person of the name. Of who enters oneself the desk decides."
    )
    late_policy = serializers.ChoiceField(
        choices=Registration.LatePolicy.choices,
        required=False,
        help_text="Staff, while rounds run: enter late with a loss or an awarded bye for each missed round. 409, "
        "`too_late`, once the last Swiss round is published.",
    )
    members = MemberDataSerializer(
        many=True,
        required=False,
        help_text="Both players of a team of two, oneself first; the name, the club and the division are the team's.",
    )
    as_staff = serializers.BooleanField(
        required=False, default=False, help_text="Enter somebody else as staff instead of oneself."
    )
    consent = ConsentSerializer(
        required=False,
        help_text="The guardian's, without which nobody is entered who may be under 14.",
    )


class SetAgesSerializer(serializers.Serializer[Any]):
    """How old all players are of whom nobody has said it."""

    age_group = serializers.ChoiceField(choices=[(one.value, one.label) for one in FOR_ALL])
    seen = serializers.IntegerField(
        min_value=0,
        required=False,
        help_text="Of how many players the client knew that nobody had said it; 409, `ages_changed`, where they are "
        "others by now.",
    )


class AgesSetSerializer(serializers.Serializer[Any]):
    """How many they were."""

    players = serializers.IntegerField()


class PutIntoDivisionSerializer(serializers.Serializer[Any]):
    """The division of an entry, empty for the one of the year of birth; after the start with a reason."""

    division = Text(max_length=MAX_CODE, allow_blank=True)
    reason = Text(max_length=200, allow_blank=True, required=False)


class CheckInSerializer(serializers.Serializer[Any]):
    """Whether an entrant is there."""

    present = serializers.BooleanField()


class EntryQuery(serializers.Serializer[Any]):
    """Which entries are meant."""

    status = serializers.ChoiceField(choices=Registration.Status.choices, required=False)
