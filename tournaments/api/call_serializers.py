"""Serializers for judge calls, and for the requests that raise and close them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.models import JudgeCall
from tournaments.queries.calls import minutes_for_call
from tournaments.services.calls import MAX_RULING, MAX_WORDS


class CallSerializer(serializers.Serializer[Any]):
    """A judge call. For players who raised it, the names and the ruling are left empty: those are for staff."""

    id = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True, help_text="Null once its round was taken back and discarded.")
    pod = serializers.IntegerField(allow_null=True, help_text="In an event in pods, in place of the match.")
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    registration = serializers.IntegerField(allow_null=True, help_text="The entry that raised it; null: staff did.")
    state = serializers.ChoiceField(choices=JudgeCall.State.choices)
    words = serializers.CharField(allow_blank=True)
    raised_at = serializers.DateTimeField()
    raised_by = serializers.CharField(allow_blank=True)
    claimed_at = serializers.DateTimeField(allow_null=True)
    claimed_by = serializers.CharField(allow_blank=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.CharField(allow_blank=True)
    ruling = serializers.CharField(allow_blank=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    withdrawn_by = serializers.CharField(allow_blank=True)
    minutes_due = serializers.IntegerField(help_text="Extra time that the table is owed for a closed call (MTR 2.6).")


class TableCallSerializer(serializers.Serializer[Any]):
    """The open call at a table, or null."""

    call = CallSerializer(allow_null=True)


class RaiseCallSerializer(serializers.Serializer[Any]):
    """Why a judge is wanted, in a few words or none."""

    words = Text(max_length=MAX_WORDS, allow_blank=True, required=False)


class CloseCallSerializer(serializers.Serializer[Any]):
    """What was ruled."""

    ruling = Text(max_length=MAX_RULING)


def render_call(call: JudgeCall, *, staff: bool, is_own: bool = False) -> dict[str, Any]:
    """A call as staff read it, or as a player at its table does: `is_own` is whether that player raised it."""
    return {
        "id": call.pk,
        "match": call.match_id,
        "pod": call.pod_id,
        "round": call.round_number,
        "table": call.table,
        "registration": call.registration_id,
        "state": call.state,
        "words": call.words if staff or is_own else "",
        "raised_at": call.raised_at,
        "raised_by": call.raised_by if staff else "",
        "claimed_at": call.claimed_at,
        "claimed_by": call.claimed_by if staff else "",
        "closed_at": call.closed_at,
        "closed_by": call.closed_by if staff else "",
        "ruling": call.ruling if staff else "",
        "withdrawn_at": call.withdrawn_at,
        "withdrawn_by": call.withdrawn_by if staff else "",
        "minutes_due": minutes_for_call(call),
    }
