"""Serializers for joining: codes, requests to join, and the desk's answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.models import JoinRequest, Registration


class FoundByCodeSerializer(serializers.Serializer[Any]):
    """The event that a join code leads to."""

    code = serializers.CharField(help_text="The event's code in addresses.")
    name = serializers.CharField()
    open = serializers.BooleanField(help_text="Whether players may join by themselves.")


class JoiningSerializer(serializers.Serializer[Any]):
    """How players join an event."""

    join_code = serializers.CharField()
    open = serializers.BooleanField()


class SetJoiningSerializer(serializers.Serializer[Any]):
    """Whether players may join by themselves."""

    open = serializers.BooleanField()


class JoinRequestSerializer(serializers.Serializer[Any]):
    """A request to join. For who asked, the entry that has the name and who decided are left out."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=JoinRequest.State.choices)
    name = serializers.CharField()
    late = serializers.BooleanField(help_text="Nobody has the name; the event has started.")
    past = serializers.BooleanField(help_text="An account asks for an entry that is there; nobody new is entered.")
    birth_year = serializers.IntegerField(allow_null=True)
    age_group = serializers.CharField(allow_blank=True)
    public_name = serializers.CharField(allow_blank=True)
    team = serializers.CharField(allow_blank=True)
    division = serializers.CharField(allow_blank=True)
    membership_id = serializers.CharField(allow_blank=True)
    asked_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.CharField(allow_blank=True)
    entry = serializers.IntegerField(allow_null=True, help_text="The entry that has the name.")
    registration = serializers.IntegerField(allow_null=True, help_text="The entry that the asker got.")
    keeps_link = serializers.BooleanField()
    collected_at = serializers.DateTimeField(allow_null=True)


class AcceptSameSerializer(serializers.Serializer[Any]):
    """The person in the list."""

    keep_link = serializers.BooleanField(
        required=False, default=False, help_text="The link of before goes on working beside; never for a past entry."
    )
    number = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2_000_000_000,
        help_text="The number of the entry meant; needed for past ones.",
    )
    reason = Text(max_length=200, allow_blank=True, required=False)


class AcceptOtherSerializer(serializers.Serializer[Any]):
    """Another person of the name, or a late entry."""

    name = Text(max_length=80, allow_blank=True, required=False, help_text="Another name in this event.")
    late_policy = serializers.ChoiceField(
        choices=Registration.LatePolicy.choices, required=False, help_text="While the Swiss rounds run."
    )
    reason = Text(max_length=200, allow_blank=True, required=False)


class RefuseJoinSerializer(serializers.Serializer[Any]):
    """Why not."""

    reason = Text(max_length=200)


class KeySerializer(serializers.Serializer[Any]):
    """The entry, and the path of the personal link; empty where the account or an earlier link is the key."""

    registration = serializers.IntegerField()
    personal_link = serializers.CharField(allow_blank=True)


def render_join_request(one: JoinRequest, *, staff: bool) -> dict[str, Any]:
    """A request as staff read it, or who asked."""
    return {
        "id": one.pk,
        "state": one.state,
        "name": one.name,
        "late": one.entry_id is None and not one.is_past,
        "past": one.is_past,
        "birth_year": one.birth_year,
        "age_group": one.age_group,
        "public_name": one.public_name,
        "team": one.team,
        "division": one.division,
        "membership_id": one.membership_id,
        "asked_at": one.asked_at,
        "reason": one.reason,
        "decided_at": one.decided_at,
        "decided_by": one.decided_by if staff else "",
        "entry": one.entry_id if staff else None,
        "registration": one.made_id,
        "keeps_link": one.keeps_link,
        "collected_at": one.collected_at,
    }
