"""How long it is kept who played: a setting of the site, and the job that makes old players anonymous.

A player's data is needed for their history as long as they come: the time counts from the last event of the player, and
the last sign-in of their account. Then everything of the player is erased at once (`services.erasing`), so that a
season does not break one person into several. Of who never entered an event it counts from the day they came.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.actor import Actor
from accounts.erasing import close_account
from accounts.models import Player, User
from accounts.refusals import Conflict, NotAllowed, Refusal
from tournaments.models import JoinRequest, Registration, Retention, Tournament
from tournaments.services.erased_requests import forget_requests
from tournaments.services.erasing import erase_forgotten, has_tasks, lock_events
from tournaments.services.locking import lock_tournament

RETAIN = "tournaments.retain"
"""The kind of job that looks for players whose time is over."""
MAX_MONTHS = 120
MONTH = timedelta(days=365.25 / 12)
MAX_AT_ONCE = 200
"""Players one run erases; the next one goes on."""


def months_kept() -> int | None:
    """The setting; None where data is kept for good."""
    return Retention.objects.filter(pk=Retention.THE_ONE).values_list("months", flat=True).first()


@transaction.atomic
def set_retention(*, actor: Actor, months: int | None) -> Retention:
    """Say after how many months players become anonymous; None: never. For owners of the site alone.

    Raises NotAllowed `superusers_only`, Refusal `retention_months`.
    """
    if actor.user is None or not (actor.user.is_active and actor.user.is_superuser):
        raise NotAllowed("superusers_only")
    if months is not None and not 1 <= months <= MAX_MONTHS:
        raise Refusal("retention_months", field="months", most=MAX_MONTHS)
    changed, _made = Retention.objects.update_or_create(
        pk=Retention.THE_ONE, defaults={"months": months, "changed_by_user": actor.user}
    )
    return changed


def players_over(months: int) -> QuerySet[Player]:
    """The players whose last event is longer ago than that, the longest first; `last_event` is its day, or for a player
    without an entry the day the site got to know them.

    Left out are those with an event that is under way or to come, those whose account signed in since, and the demo's.
    """
    before = timezone.now() - months * MONTH
    under_way = Q(tournament__phase__in=(Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT))
    still = Registration.everybody.filter(under_way | Q(tournament__starts_at__gte=before))
    since = Q(user__isnull=False) & (Q(user__last_login__gte=before) | Q(user__date_joined__gte=before))
    entered = Registration.everybody.filter(player__isnull=False)
    asked = JoinRequest.objects.filter(player__isnull=False, asked_at__gte=before)
    players = Player.objects.filter(erased_at=None, is_demo=False)
    players = players.filter(Q(pk__in=entered.values("player")) | Q(created_at__lt=before))
    players = players.exclude(pk__in=still.values("player")).exclude(pk__in=asked.values("player")).exclude(since)
    last_event = Coalesce(Max("registrations__tournament__starts_at"), "created_at")
    return players.annotate(last_event=last_event).order_by("last_event", "pk")


def close_idle_accounts(months: int) -> int:
    """Close the accounts that keep no player, have no task on the site and were not used for that long; how many."""
    before = timezone.now() - months * MONTH
    used = Q(last_login__gte=before) | Q(date_joined__gte=before) | Q(api_tokens__last_used_at__gte=before)
    idle = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, is_owner=False, players=None)
    closed = 0
    for key in list(idle.exclude(used).order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE]):
        with transaction.atomic():
            lock_events(asked=Q(account=key))
            user = User.objects.select_for_update().get(pk=key)
            came_back = user.last_login is not None and user.last_login >= before
            if came_back or has_tasks(user) or user.players.exists():
                continue
            forget_requests(JoinRequest.objects.filter(account=user))
            close_account(user=user)
            closed += 1
    return closed


def erase_old_players() -> int:
    """Erase those whose time is over, each in a transaction; how many. One who cannot be erased now waits.

    Requests to join from which nobody was entered go with their event's time.
    """
    months = months_kept()
    if months is None:
        return 0
    _forget_requests(timezone.now() - months * MONTH)
    erased = 0
    for player in list(players_over(months)[:MAX_AT_ONCE]):
        try:
            erase_forgotten(player_id=player.pk, is_over=lambda one: players_over(months).filter(pk=one.pk).exists())
        except Conflict:
            continue
        erased += 1
    close_idle_accounts(months)
    return erased


def _forget_requests(before: datetime) -> None:
    """Forget the requests of events before that day from which nobody was entered, answered or not: nobody's later
    erasure would find the name there.

    A question about a past entry is asked long after its event, and has its own time."""
    old = JoinRequest.objects.filter(made=None, tournament__starts_at__lt=before)
    old = old.exclude(is_past=True, asked_at__gte=before)
    for event in old.order_by("tournament").values_list("tournament", flat=True).distinct():
        with transaction.atomic():
            lock_tournament(event)
            forget_requests(old.filter(tournament=event))
