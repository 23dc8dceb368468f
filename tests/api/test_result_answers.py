"""What entering a result answers, and how few statements it needs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken
from accounts.services import authenticate_api_token, issue_api_token
from tests.api.client import ApiAsker
from tests.people_and_events import make_actor, owner_of
from tests.running_events import publish, start_event

pytestmark = pytest.mark.django_db

MAX_STATEMENTS = 13  # With the players of the account, and the minutes by which the match plays on.
"""Token, place of the match with the roles there; event, roles again, match and games under lock; games, match,
revision and log written; whether it was the round's last one."""


@pytest.fixture
def place():
    """A match of a running round and its address, for the event's owner."""
    event = start_event(4)
    match = publish(event).matches.first()
    return ApiAsker(owner_of(event)), f"tournaments/{event.code}/matches/{match.pk}/"


def test_every_answer_is_the_match_as_it_is_read_afterwards(place):
    owner, address = place
    answers = [
        owner.post(address + "games/", {"expected_version": 1, "game": {"winner_seat": 1, "details_known": False}}),
        owner.get(address),
        owner.post(address + "games/undo/", {"expected_version": 2}),
        owner.get(address),
        owner.post(address + "score/", {"expected_version": 3, "wins1": 2, "wins2": 1}),
        owner.get(address),
        owner.post(
            address + "correction/", {"expected_version": 4, "score": {"wins1": 0, "wins2": 2}, "reason": "slip"}
        ),
        owner.get(address),
        owner.post(
            address + "correction/",
            {"expected_version": 5, "outcome": {"outcome": "judge_award", "winner_seat": 1}, "reason": "ruling"},
        ),
        owner.get(address),
    ]
    assert answers[0::2] == answers[1::2]
    assert [answer["version"] for answer in answers[0::2]] == [2, 3, 4, 5, 6]
    assert [len(answer["games"]) for answer in answers[0::2]] == [1, 0, 3, 2, 2]


def test_a_result_takes_few_statements():
    event = start_event(6)
    owner = ApiAsker(owner_of(event))
    for match in publish(event).matches.all()[:2]:  # With the first one the process gets to know the game.
        with CaptureQueriesContext(connection) as queries:
            path = f"tournaments/{event.code}/matches/{match.pk}/score/"
            owner.post(path, {"expected_version": 1, "wins1": 2, "wins2": 0})
    asked = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(asked) <= MAX_STATEMENTS, "\n".join(one[:150] for one in asked)


def test_the_last_use_of_a_token_is_known_to_the_minute():
    token, secret = issue_api_token(actor=make_actor(), name="hall")
    assert authenticate_api_token(secret) is not None
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    authenticate_api_token(secret)
    token.refresh_from_db()
    assert token.last_used_at == first
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    authenticate_api_token(secret)
    token.refresh_from_db()
    assert token.last_used_at >= first
