"""Queries compiled once return the same rows as Django's own."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.compiled import Compiled
from accounts.models import ApiToken
from accounts.secrets import secret_hash
from accounts.services import issue_api_token
from config.settings.services import PREPARED_FROM
from tests.people_and_events import owner_of
from tests.running_events import publish, score, start_event
from tournaments import permissions
from tournaments.models import Match, MatchRevision
from tournaments.queries import entries, matches, rounds, visitor
from tournaments.services import locking

pytestmark = pytest.mark.django_db


def columns(row: Model) -> dict[str, object]:
    """What was read of a row: its own columns and those of every related row read with it."""
    read = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    related = {name: columns(other) for name, other in row._state.fields_cache.items() if isinstance(other, Model)}
    return read | related


def test_models_come_with_what_was_selected_along():
    event = start_event(4)
    match = publish(event).matches.first()
    owner = owner_of(event)
    token, secret = issue_api_token(actor=owner, name="desk")
    for compiled, values in (
        (services._LIVE_TOKEN, (secret_hash(secret),)),
        (matches._LOCKED, (match.pk,)),
        (matches.GAMES, (match.pk,)),
        (locking._OF_MATCH, (match.pk,)),
        (visitor._SEATED, (match.round_id, match.player2_id)),
        (entries._OWN, (event.pk, match.player1.player_id)),
        (rounds._ROUNDS, (event.pk,)),
        (rounds._PUBLISHED_ROUNDS, (event.pk,)),
    ):
        plain: QuerySet[Model] = compiled._build(*values)
        for _again in range(2):
            assert [columns(row) for row in compiled.ask(*values)] == [columns(row) for row in plain.all()]
    with CaptureQueriesContext(connection) as asked:
        found = services._LIVE_TOKEN.first(secret_hash(secret))
        assert found == token
        assert found.user == owner.user
        assert getattr(found.user, "player", None) is None
    assert len(asked) == 1


def test_tuples_come_as_tuples():
    event = start_event(4)
    match = publish(event).matches.first()
    owner = owner_of(event).user.pk
    assert matches._PLACE.ask(match.pk, event.code, owner) == [(event.pk, "published", "owner")]
    assert matches._PLACE.ask(match.pk, event.code, matches.NOBODY) == [(event.pk, "published", None)]
    assert matches._PLACE.first(match.pk, "another", owner) is None
    assert permissions._HELD.ask(event.pk, owner_of(event).user.pk) == [("owner",)]


def test_postgresql_keeps_the_statement_prepared():
    def prepared() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_prepared_statements WHERE position('accounts_apitoken' in statement) > 0"
            )
            return cursor.fetchone()[0]

    named = Compiled(lambda name: ApiToken.objects.filter(name=name).order_by().values_list("pk"), parameters=1)
    before = prepared()
    for run in range(1, PREPARED_FROM + 2):
        assert named.ask(f"hall {run}") == []
        ApiToken.objects.filter(name="hall").exists()
    assert prepared() == before + 1


def test_json_is_read():
    of_match = Compiled(lambda match: MatchRevision.objects.filter(match=match).order_by(), parameters=1)
    match = score(publish(start_event(4)).matches.first(), 2, 1)
    (found,) = of_match.ask(match.pk)
    assert sorted(game["winner_seat"] for game in found.after["games"]) == [1, 1, 2]


def test_a_deferred_column_is_read_when_it_is_asked_for():
    match = publish(start_event(4)).matches.first()
    found = matches._LOCKED.first(match.pk)
    assert found.round.get_deferred_fields() == {"pairing"}
    assert found.round.pairing == match.round.pairing


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_within_a_transaction_alone():
    match = publish(start_event(4)).matches.first()
    with transaction.atomic():
        assert matches._LOCKED.first(match.pk) == match
    with pytest.raises(TransactionManagementError):
        matches._LOCKED.first(match.pk)


@pytest.mark.parametrize("text", ["'; DROP TABLE accounts_apitoken; --", "%s", "赛罗", "\\", '"'])
def test_texts_are_parameters(text):
    by_name = Compiled(lambda name: ApiToken.objects.filter(name=name).order_by(), parameters=1)
    event = start_event(2)
    ApiToken.objects.create(user=owner_of(event).user, name=text, secret_hash="1")
    ApiToken.objects.create(user=owner_of(event).user, name="other", secret_hash="2")
    assert [token.name for token in by_name.ask(text)] == [text]


def test_a_part_that_is_always_the_same_stays():
    done = Compiled(
        lambda round_: Match.objects.filter(round=round_, outcome="played", is_complete=True).order_by(), parameters=1
    )
    round_ = publish(start_event(4))
    assert done.ask(round_.pk) == []
    round_.matches.update(is_complete=True)
    assert {match.pk for match in done.ask(round_.pk)} == {match.pk for match in round_.matches.all()}
