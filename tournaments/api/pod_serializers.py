"""Serializers for pods: what is read, and the requests that change a result."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.models import Pod, PodSeat

OWN_ENTRY = "Who reports, where several players of the account are at the table; without it the first of them."


class PodSeatSerializer(serializers.Serializer[Any]):
    """One player of a pod."""

    seat = serializers.IntegerField(help_text="From 1 on, the order of turns; 1 starts.")
    registration = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="null until the pod has its result; may be shared.")
    manner = serializers.ChoiceField(choices=PodSeat.Manner.choices)


class PodSerializer(serializers.Serializer[Any]):
    """Three or four players at a table in one round."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    ended_by_time = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True, help_text="Why the result was corrected; for staff.")
    more_minutes = serializers.IntegerField(help_text="0: it ends with the round's time.")
    report_state = serializers.ChoiceField(choices=Pod.ReportState.choices, help_text="Empty: nothing waits.")
    leaving = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Registrations of those of them who have dropped: they play this pod to its end, and sit in none "
        "after it. Empty once the pod has its result.",
    )
    seats = PodSeatSerializer(many=True)


class PodPlaceSerializer(serializers.Serializer[Any]):
    """How it ended for one player: a place, but for who did not come or was disqualified."""

    registration = serializers.IntegerField(min_value=1, max_value=2_000_000_000)
    place = serializers.IntegerField(min_value=1, max_value=4, allow_null=True, required=False)
    manner = serializers.ChoiceField(choices=PodSeat.Manner.choices, required=False)


class PodVersionSerializer(serializers.Serializer[Any]):
    """The version of the pod the caller saw; a stale one is a conflict."""

    expected_version = serializers.IntegerField(min_value=1, max_value=2_000_000_000)


class PodResultSerializer(PodVersionSerializer):
    """The result of a pod: everybody once. `reason` corrects a pod that has its result already."""

    places = PodPlaceSerializer(many=True)
    ended_by_time = serializers.BooleanField(required=False)
    reason = Text(max_length=200, allow_blank=True, required=False)


class PodRevisionSerializer(serializers.Serializer[Any]):
    """What the result of a pod was before and after one change."""

    version = serializers.IntegerField()
    before = serializers.DictField()
    after = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    changed_by = serializers.CharField(allow_blank=True)
    changed_at = serializers.DateTimeField()


class ReportedPlaceSerializer(serializers.Serializer[Any]):
    """The place of one player, as a player reports it; equal places are shared."""

    registration = serializers.IntegerField(min_value=1, max_value=2_000_000_000)
    place = serializers.IntegerField(min_value=1, max_value=4)


class ReportPodSerializer(serializers.Serializer[Any]):
    """A player's own report of a pod: everybody who is there once. Sent again, with its key and nothing else with that
    key since, it is not made again."""

    places = ReportedPlaceSerializer(many=True)
    registration = serializers.IntegerField(required=False, min_value=1, max_value=2_000_000_000, help_text=OWN_ENTRY)
    key = Text(max_length=64, allow_blank=True, required=False, help_text="Made by the client, new for each report.")


class SidePodReportSerializer(serializers.Serializer[Any]):
    """What one player reported last."""

    registration = serializers.IntegerField()
    places = ReportedPlaceSerializer(many=True)
    at = serializers.DateTimeField()


class PodReportsSerializer(serializers.Serializer[Any]):
    """How the players' reports of a pod stand. `needed`: how many have to say the same before it counts."""

    state = serializers.ChoiceField(choices=Pod.ReportState.choices, help_text="Empty: nothing waits.")
    is_complete = serializers.BooleanField(help_text="Whether the pod has a result.")
    needed = serializers.IntegerField()
    reports = SidePodReportSerializer(many=True)


class UnconfirmedPodSerializer(serializers.Serializer[Any]):
    """A pod past its time that too few players have reported; `silent` have not answered."""

    pod = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    reported = serializers.ListField(child=serializers.IntegerField(), help_text="Registrations that reported.")
    silent = serializers.ListField(child=serializers.IntegerField(), help_text="Registrations that did not.")
    places = ReportedPlaceSerializer(many=True)
    at = serializers.DateTimeField()
