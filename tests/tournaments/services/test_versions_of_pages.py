"""Every change that a public page shows is counted: proved from the pages, not from a list of today's services."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.people_and_events import make_user, owner_of, player_actor
from tests.web.public.visiting import cut_event, paired, running_event, won
from tournaments.models import Match, Penalty, StaffMember, Tournament
from tournaments.pages.store import store
from tournaments.queries.kept import kept
from tournaments.queries.versions import mark_of
from tournaments.services.announcements import announce
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db

NOT_SHOWN = {
    "tournaments_eventversion": "the count itself",
    "tournaments_penalty": "only where a published round may be undone, which staff see",
    "tournaments_deckcheck": "the same",
    "tournaments_joinrequest": "only on the desk and on the phone that asks",
    "decks_decklistversion": "never changed; which one counts stands in its list, which is watched",
    "tournaments_seedcommitment": "only ever added, and counted when it is",
    "tournaments_pairingstep": "each of a published round comes with a change of its tables or of its row",
    "tournaments_logentry": "fixed seats of published rounds alone, and they are fixed while it is a draft",
    "tournaments_decidedpair": "only of published rounds, whose decisions stay as they are",
    "django_site": "the address of a mail",
}
"""Tables that public pages may read without a trigger on them, and why."""

CHANGES = {
    "boolean": ["NOT {column}"],
    "integer": ["{column} + 1", "2", "NULL"],
    "smallint": ["{column} + 1", "2", "1", "NULL"],
    "bigint": ["{column} + 1", "(SELECT max(id) FROM {table})", "NULL"],
    "character varying": ["'zz'", "''", "{column} || 'z'"],
    "text": ["{column} || 'zz'", "'zz'"],
    "timestamp with time zone": ["{column} + interval '1 day'", "now()", "NULL"],
    "date": ["{column} + 1"],
    "jsonb": ["'{{}}'::jsonb", "'[]'::jsonb", "NULL"],
    "uuid": ["gen_random_uuid()"],
}
"""Other values of a column by its type; the first one that the table's constraints allow is tried."""


def seen_events() -> list[Tournament]:
    """An event in a Swiss round, and a finished one with a top cut and public lists; both with staff."""
    running = running_event(rounds=1)
    won(Match.objects.filter(round__tournament=running, round__number=2, is_complete=False).first(), 2, 1)
    finished = cut_event(finished=True, lists_public=True)
    Tournament.objects.filter(pk=finished.pk).update(phase="registration")
    entry = finished.registrations.first()
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text="3 HBU01-A07\n", submit=True)
    Tournament.objects.filter(pk=finished.pk).update(phase="finished")
    for event in (running, finished):
        announce(actor=owner_of(event), tournament_id=event.pk, text="午休到 14:30")
        StaffMember.objects.create(tournament=event, user=make_user(), role="judge")
    return [running, finished]


def paths_of(event: Tournament) -> list[str]:
    """Every kept page of an event."""
    matches = Match.objects.filter(round__tournament=event)
    match, swiss = matches.last(), matches.filter(round__stage="swiss").first()
    tail = ["overview/", "info/", "players/", "pairings/", "pairings/1/", "pairings/1/proof/", "standings/"]
    tail += ["standings/1/", f"standings/1/{swiss.player1_id}/OMW/", "bracket/", "decks/"]
    tail += [f"match/{match.pk}/", f"match/{swiss.pk}/", f"match/{swiss.pk}/why/"]
    return [f"/t/{event.code}/{path}" for path in tail]


def shown(path: str) -> bytes:
    """A page as it is rendered now."""
    store.clear()
    kept.clear()
    return Client().get(path, {"find": ""}).content


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[Tournament]:
    monkeypatch.setattr("tournaments.pages.store.patience.may_ask", lambda: False)
    return seen_events()


def watched_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, count(*) FROM pg_trigger WHERE tgname LIKE '%%\\_seen\\_%%' GROUP BY 1"
        )
        return {table for table, count in cursor.fetchall() if count == 3}


def test_every_table_that_public_pages_read_is_watched(events: list[Tournament]) -> None:
    read: set[str] = set()
    for event in events:
        for path in paths_of(event):
            with CaptureQueriesContext(connection) as queries:
                shown(path)
            read |= set(re.findall(r'(?:FROM|JOIN) "(\w+)"', " ".join(query["sql"] for query in queries)))
    assert {"tournaments_match", "tournaments_game", "accounts_user", "decks_decklist"} <= read
    assert read - watched_tables() <= set(NOT_SHOWN), read - watched_tables() - set(NOT_SHOWN)


def columns() -> Iterator[tuple[str, str, str]]:
    """Table, column and type of everything watched."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name <> 'id' ORDER BY 1, 2"
        )
        found = cursor.fetchall()
    watched = watched_tables()
    yield from (row for row in found if row[0] in watched)


def change(table: str, column: str, kind: str) -> bool:
    """Give every row another value in a column; False if its constraints allow none of those tried."""
    for value in CHANGES[kind]:
        words = value.format(column=column, table=table)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"UPDATE {table} SET {column} = {words} WHERE {column} IS DISTINCT FROM {words}")
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                if cursor.rowcount != 0:
                    return True
        except DatabaseError:
            continue
    return False


def test_a_column_that_does_not_count_is_on_no_page(events: list[Tournament]) -> None:
    """Every column whose change is not counted is changed, in every row; the pages must stay the same."""
    paths = ["/", *(path for event in events for path in paths_of(event))]
    before = {path: shown(path) for path in paths}
    marks = [mark_of(event.code) for event in events]
    uncounted = set()
    for table, column, kind in columns():
        try:
            with transaction.atomic():
                changed = change(table, column, kind)
                if [mark_of(event.code) for event in events] != marks:
                    raise Counted
            uncounted |= {f"{table}.{column}"} if changed else set()
        except Counted:
            continue
    # The test is useless if it changes nothing: these are known to be changed without being shown.
    assert {"accounts_user.last_login", "tournaments_registration.status_reason"} <= uncounted
    differ = [path for path in paths if shown(path) != before[path]]
    assert not differ, f"one of {sorted(uncounted)} is shown and not counted"


class Counted(Exception):
    """Undoes a change that was counted."""


def test_what_everybody_sees_of_a_penalty_is_nothing() -> None:
    event = running_event()
    paths = paths_of(event)
    before = [shown(path) for path in paths]
    entry = event.registrations.first()
    round = event.rounds.last()
    Penalty.objects.create(tournament=event, registration=entry, round=round, infraction="tardiness", level="warning")
    assert [shown(path) for path in paths] == before


def test_a_draft_is_on_no_page() -> None:
    event = running_event()
    round = event.rounds.get(number=2)
    for match in round.matches.filter(is_complete=False):
        won(match)
    event.rounds.filter(pk=round.pk).update(status="completed")
    paths = paths_of(event)
    before = [shown(path) for path in paths]
    mark = mark_of(event.code)
    paired(event, 3, publish=False)
    assert mark_of(event.code) == mark
    assert [shown(path) for path in paths] == before
