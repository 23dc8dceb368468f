"""Files of the present format that were written before a table or a column was there."""

import pytest
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.refusals import Refusal
from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, score, start_event
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tournaments.models import DecidedPair, JoinRequest, Tournament
from tournaments.queries.event_file import TABLES
from tournaments.services import announcements, drafts
from tournaments.services.decided_pairs import apply_decision, plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.snapshots import taking
from tournaments.services.snapshots.older_files import NEWER, NEWER_COLUMNS
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import restore

pytestmark = pytest.mark.django_db

RELEASED = [
    ("accounts", "0017_sealed_sessions"),
    ("decks", "0004_kept_versions"),
    ("tournaments", "0060_repair_of_the_top_cut"),
]
"""The migrations at which files were written whose columns are all known."""


def test_a_snapshot_taken_before_there_were_judge_calls_is_restored():
    event = start_event(4)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    del document["tables"]["calls"]
    assert restore(document, owner=event.created_by, name="Again").judge_calls.count() == 0


def test_the_restored_event_has_its_announcements_and_older_files_lack_them():
    event = start_event(4)
    first = announcements.announce(actor=owner_of(event), tournament_id=event.pk, text="午休到 14:30")
    announcements.correct_announcement(
        actor=owner_of(event), announcement_id=first.pk, text="午休到 14:45", reason="更正"
    )
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    second, first = restore(document, owner=event.created_by, name="Again").announcements.all()
    assert (first.text, second.text, second.replaces) == ("午休到 14:30", "午休到 14:45", first)
    del document["tables"]["announcements"]
    assert restore(document, owner=event.created_by, name="Older").announcements.count() == 0


def decided(event: Tournament) -> list[tuple[str, str, bool, str]]:
    rows = DecidedPair.objects.filter(tournament=event, number=2).order_by("pk")
    return list(rows.values_list("registration_a__name", "registration_b__name", "meets", "reason"))


def test_what_is_decided_of_a_draft_holds_in_the_restored_event_and_older_files_lack_it():
    event = start_event(8, planned_rounds=4)
    finish_round(publish(event))
    owner, draft = owner_of(event), pair(event)
    tables = list(draft.matches.order_by("table"))
    meet = Decision(What.MEET, tables[0].player1_id, tables[1].player1_id)
    for decision in (meet, Decision(What.APART, tables[2].player1_id, tables[2].player2_id)):
        plan = plan_decision(actor=owner, round_id=draft.pk, decision=decision)
        draft = apply_decision(
            actor=owner, round_id=draft.pk, decision=decision, fingerprint=plan.fingerprint, reason="直播"
        )
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    new = restore(document, owner=event.created_by, name="Again")
    assert decided(new) == decided(event)
    assert [meets for _, _, meets, _ in decided(new)] == [True, False]
    again = drafts.pair_again(actor=owner_of(new), round_id=new.rounds.get(number=2).pk)
    seated = {frozenset(names) for names in again.matches.values_list("player1__name", "player2__name")}
    assert [frozenset((one, other)) in seated for one, other, _, _ in decided(new)] == [True, False]
    del document["tables"]["decided"]
    assert decided(restore(document, owner=event.created_by, name="Older")) == []


def test_columns_that_older_files_may_lack_are_those_of_their_tables():
    columns = {(one.name, field.attname) for one in TABLES for field in one.model._meta.concrete_fields}
    columns |= {("event", field.attname) for field in Tournament._meta.concrete_fields}
    assert columns >= NEWER_COLUMNS
    event = start_event(4)
    score(publish(event).matches.first(), 2, 1)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    games = document["tables"]["games"]
    games["columns"][games["columns"].index("choice")] = "chosen"
    with pytest.raises(Refusal, match="snapshot_damaged"):
        restore(document, owner=event.created_by, name="Again")


def test_a_file_without_any_newer_column_is_restored_with_players_who_are_gone():
    event = start_event(4)
    score(publish(event).matches.first(), 2, 1)
    JoinRequest.objects.create(tournament=event, name="王小明", age_group="adult", asked_at=timezone.now())
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    players = document["tables"]["players"]
    for row in players["rows"]:
        row[players["columns"].index("created_at")] = "2020-01-01T00:00:00+00:00"
    for name, found in document["tables"].items():
        kept = [place for place, column in enumerate(found["columns"]) if (name, column) not in NEWER_COLUMNS]
        found["columns"], found["rows"] = (
            [found["columns"][place] for place in kept],
            [[row[place] for place in kept] for row in found["rows"]],
        )
    document["event"] = {key: value for key, value in document["event"].items() if ("event", key) not in NEWER_COLUMNS}
    new = restore(document, owner=event.created_by, name="Older")
    assert new.join_requests.get().age_group == ""
    assert not {one.player_id for one in new.registrations.all()} & {one.player_id for one in event.registrations.all()}


def test_every_column_added_since_may_be_missing_in_a_file():
    before = MigrationLoader(None).project_state(RELEASED).models
    for model, name in [(one.model, one.name) for one in TABLES] + [(Tournament, "event")]:
        state = before.get((model._meta.app_label, model._meta.model_name))
        if state is None:
            assert name in NEWER
            continue
        columns = {one.name for one in model._meta.concrete_fields} - set(state.fields)
        assert {(name, column) for column in columns} <= NEWER_COLUMNS
