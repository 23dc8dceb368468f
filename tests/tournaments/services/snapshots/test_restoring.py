"""Restoring a snapshot: once, from a sound file, by who may; by a command too."""

import gzip
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import owner_of, staff_actor
from tests.running_events import start_event
from tests.tournaments.services.snapshots.taken_snapshots import ask, taken
from tournaments.models import Restoration, Tournament
from tournaments.services.snapshots import restoring, taking
from tournaments.services.snapshots.asking import take_now
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import ask_restoration, restore, run_restoration

pytestmark = pytest.mark.django_db


def test_a_restoration_makes_one_event_however_often_its_job_runs():
    event = start_event(4)
    asked = ask(event, taken(event))
    run_restoration(asked.pk)
    assert asked.state == "done"
    assert asked.tournament.registrations.count() == 4
    assert Tournament.objects.count() == 2


def test_of_two_workers_at_one_restoration_the_first_makes_the_event(monkeypatch):
    event = start_event(4)
    asked = ask_restoration(actor=owner_of(event), snapshot_id=taken(event).pk, name="Again")
    read = restoring._document_of

    def overtaken(found: Restoration) -> dict[str, Any]:
        monkeypatch.undo()
        run_restoration(found.pk)
        return read(found)

    monkeypatch.setattr(restoring, "_document_of", overtaken)
    run_restoration(asked.pk)
    asked.refresh_from_db()
    assert asked.state == "done"
    assert list(Tournament.objects.exclude(pk=event.pk)) == [asked.tournament]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda path: path.unlink(), "snapshot_missing"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "snapshot_damaged"),
        (lambda path: path.write_bytes(b""), "snapshot_damaged"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_and_nothing_is_made(fault, code):
    event = start_event(4)
    snapshot = taken(event)
    fault(taking.path_of(snapshot))
    asked = ask(event, snapshot)
    assert (asked.state, [one["code"] for one in asked.problems]) == ("failed", [code])
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "no-such-game"}, "snapshot_game"),
        ({"rulesets": {"1": {"version": "V9", "digest": "x"}}}, "snapshot_ruleset"),
        ({"tables": {}}, "snapshot_damaged"),
        ({"event": {}}, "snapshot_damaged"),
        ({"rulesets": []}, "snapshot_damaged"),
    ],
)
def test_a_document_that_does_not_fit_the_site_makes_nothing(change, code):
    event = start_event(4)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot)) | change
    with pytest.raises(Refusal) as refused:
        restore(document, owner=event.created_by, name="Again")
    assert refused.value.code == code
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(("column", "value"), [("starts_at", "soon"), ("phase", "x" * 40), ("capacity", -1)])
def test_a_document_with_a_value_that_cannot_be_makes_nothing(column, value):
    event = start_event(4)
    document = read_file(taking.path_of(taken(event)))
    document["event"][column] = value
    with pytest.raises(Refusal, match="snapshot_damaged"):
        restore(document, owner=event.created_by, name="")
    assert Tournament.objects.count() == 1


def test_a_file_of_another_format_says_so(tmp_path):
    path = tmp_path / "old.json.gz"
    path.write_bytes(gzip.compress(json.dumps({"format": "dueldesk-event/9"}).encode()))
    with pytest.raises(Refusal) as refused:
        read_file(path)
    assert (refused.value.code, refused.value.facts) == ("snapshot_format", {"format": "dueldesk-event/9"})


def test_only_an_owner_who_may_open_tournaments_restores():
    event = start_event(4)
    snapshot = taken(event)
    with pytest.raises(NotAllowed):
        ask_restoration(actor=staff_actor(event, "organiser"), snapshot_id=snapshot.pk, name="Again")
    with pytest.raises(NotAllowed) as refused:
        ask_restoration(actor=staff_actor(event, "owner"), snapshot_id=snapshot.pk, name="Again")
    assert refused.value.code == "may_not_create"
    with pytest.raises(NotAllowed):
        take_now(actor=staff_actor(event, "scorekeeper"), tournament_id=event.pk)
    ask_restoration(actor=owner_of(event), snapshot_id=snapshot.pk, name="Again")
    with pytest.raises(Conflict):
        ask_restoration(actor=owner_of(event), snapshot_id=snapshot.pk, name="Again")


def test_the_command_restores_a_file_or_says_why_not(tmp_path):
    event = start_event(4)
    path = taking.path_of(taken(event))
    out, err = StringIO(), StringIO()
    call_command("restore_event", path, owner=event.created_by.username, name="From a disk", stdout=out)
    new = Tournament.objects.get(name="From a disk")
    assert out.getvalue() == f"/t/{new.code}/ From a disk\n"
    for arguments in ((path, "nobody at all"), (tmp_path / "gone", event.created_by.username)):
        with pytest.raises(SystemExit) as ended:
            call_command("restore_event", arguments[0], owner=arguments[1], stderr=err)
        assert ended.value.code == 2
    assert "nobody at all" in err.getvalue()
