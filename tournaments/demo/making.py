"""Making the demo, once, on an empty site."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Conflict
from accounts.services import ensure_owner
from cardpool.models import CardGame
from cardpool.queries import demo_cards_hidden, find_game
from tournaments.demo.finished_event import FinishedEvent
from tournaments.demo.open_event import make_open_event
from tournaments.demo.script import read_script
from tournaments.models import Tournament


@transaction.atomic
def make_demo() -> tuple[Tournament, Tournament]:
    """The finished and the open demo event, owned by the site's owner; all of it or nothing.

    Raises Refusal `no_such_game` while the shipped games are not loaded, Conflict `site_not_empty` where anybody has
    entered anything, and `demo_cards_hidden` where the store hides the cards that it is made of. Two processes asking
    at once make it once.
    """
    script = read_script()
    CardGame.objects.select_for_update().get(pk=find_game(script.game).pk)
    if not site_is_empty():
        raise Conflict("site_not_empty")
    if demo_cards_hidden():
        raise Conflict("demo_cards_hidden")
    owner = Actor(user=ensure_owner())
    finished = FinishedEvent(owner, script, last_saturday()).make()
    return finished, make_open_event(owner, script, soon())


def site_is_empty() -> bool:
    """Whether there is no event and no player yet; accounts alone do not count."""
    return not Tournament.objects.exists() and not Player.objects.exists()


def last_saturday() -> datetime:
    """Ten in the morning of the last Saturday before today, in the site's zone."""
    today = timezone.localdate()
    day = today - timedelta(days=(today.weekday() - 5) % 7 or 7)
    return datetime.combine(day, time(10), tzinfo=timezone.get_current_timezone())


def soon() -> datetime:
    """The next full hour that is at least an hour away."""
    return timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)
