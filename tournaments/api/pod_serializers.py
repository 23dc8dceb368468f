"""Serializers for pods: what is read, and the requests that change a result."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.fields import Text
from tournaments.models import PodSeat


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
