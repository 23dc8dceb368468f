"""Whom no notice leaves the site for: players under 14 whose guardian did not agree."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.consents import MAX_AGE
from accounts.models import AgeGroup, GuardianConsent, Player


def players_lacking_consent() -> QuerySet[Player]:
    """Those who may be under 14 and have no consent on record (`consents.lacks_consent`): whose year of birth became
    known after an address or a phone was given. What they gave stays, and is used once a guardian agrees."""
    agreed = Exists(GuardianConsent.objects.filter(player=OuterRef("pk")))
    young = Q(birth_year__gte=timezone.localdate().year - MAX_AGE)
    return Player.objects.filter(~agreed, young | Q(birth_year=None, age_group=AgeGroup.UNDER_14))
