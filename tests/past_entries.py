"""An event with a past entry, and an account that asks for it."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import Player, User
from accounts.services import create_player
from tests.people_and_events import enter, make_event, make_user
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Tournament

PAGE = "/my/account/past-entries/"
NAME = "李明"


def event_of_last_autumn() -> Tournament:
    """An event that is over, with a boy in it whose link is lost."""
    made = make_event(name="秋季赛")
    enter(made, NAME, birth_year=2014, public_name="小明")
    enter(made, "韩梅")
    Tournament.objects.filter(pk=made.pk).update(phase="finished")
    made.refresh_from_db()
    return made


def account(name: str = "parent") -> tuple[User, Client]:
    """An account that keeps a player already, and its browser."""
    user, client = make_user(name, may_create_tournaments=False), browser()
    player = create_player(name="姐姐")
    Player.objects.filter(pk=player.pk).update(user=user)
    client.force_login(user)
    return user, client


def ask(client: Client, event: Tournament, name: str = NAME, **more: Any) -> Any:
    answer = client.post(PAGE, {"code": event.code, "name": name, "age_group": "adult", **more}, follow=True)
    assert_clean(answer)
    return answer
