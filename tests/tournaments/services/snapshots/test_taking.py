"""Snapshots are taken after each step, bounded in number, and copied to a second place."""

import errno
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.utils import timezone

from jobs.models import Job
from jobs.troubles import DISK_FULL
from tests.background import no_worker
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, publish, score, start_event
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Snapshot, Tournament
from tournaments.queries.event_file import event_document
from tournaments.services import drafts, rounds
from tournaments.services.corrections import correct_match
from tournaments.services.entries import add_entries, drop, undrop
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.snapshots import taking
from tournaments.services.snapshots.asking import ask_snapshot, take_now

pytestmark = pytest.mark.django_db


def test_a_snapshot_is_taken_after_each_step_and_when_all_results_are_in():
    event = start_event(4, planned_rounds=2, top_cut=0)
    steps = []

    def step() -> None:
        snapshot = event.snapshots.get(state="queued")
        steps.append(snapshot.step)
        taking.take_snapshot(snapshot.pk)

    step()
    first = publish(event)
    step()
    for match in first.matches.all():
        assert not event.snapshots.filter(state="queued").exists()
        score(match, 2, 0)
    step()
    finish_round(first)
    step()
    assert steps == ["started", "published", "results", "completed"]
    assert event.snapshots.first().holds == {
        "phase": "swiss",
        "players": 4,
        "round": 1,
        "status": "completed",
        "done": 2,
        "total": 2,
    }


def test_a_step_while_one_is_being_taken_has_a_snapshot_of_its_own(monkeypatch):
    event = start_event(4)
    event.snapshots.all().delete()
    first = take_now(actor=owner_of(event), tournament_id=event.pk)

    def and_then_a_step(read: Tournament):
        document = event_document(read)
        publish(event)
        return document

    monkeypatch.setattr(taking, "event_document", and_then_a_step)
    taking.take_snapshot(first.pk)
    monkeypatch.undo()
    assert list(event.snapshots.order_by("pk").values_list("step", "state")) == [
        ("by_hand", "ready"),
        ("published", "queued"),
    ]
    taking.take_snapshot(event.snapshots.get(state="queued").pk)
    assert [one.holds.get("round") for one in event.snapshots.order_by("pk")] == [None, 1]


def test_one_whose_taking_was_interrupted_is_taken_again():
    event = start_event(4)
    event.snapshots.all().delete()
    one = take_now(actor=owner_of(event), tournament_id=event.pk)
    event.snapshots.update(state="taking")
    taking.take_snapshot(one.pk)
    one.refresh_from_db()
    assert one.state == "ready"
    assert taking.path_of(one).exists()


def test_a_file_that_cannot_be_written_leaves_nothing_behind(monkeypatch, settings, tmp_path):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.SNAPSHOTS_ROOT = tmp_path
    snapshot = take_now(actor=owner_of(event := start_event(4)), tournament_id=event.pk)
    monkeypatch.setattr(taking.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        taking.take_snapshot(snapshot.pk)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_each_piece_that_is_written_is_progress(monkeypatch, tmp_path):
    moves = []
    monkeypatch.setattr(taking, "moved", lambda: moves.append(1))
    content = bytes(2 * taking.PIECE + 1)
    taking.write_private(tmp_path / "file", content)
    assert (tmp_path / "file").read_bytes() == content
    assert len(moves) == 3


def test_what_a_killed_writer_left_is_removed_when_the_work_begins_again_or_is_given_up(
    settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.SNAPSHOTS_COPY_TO = str(tmp_path / "copies")
    settings.SNAPSHOTS_ROOT = tmp_path / "own"
    event = start_event(4)
    snapshot = take_now(actor=owner_of(event), tournament_id=event.pk)

    def left(folder: str) -> Path:
        part = tmp_path / folder / event.code / f".20260101T000000-{snapshot.pk}-started.json.gz.part"
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        os.utime(part, (0, 0))
        return part

    part = left("own")
    with django_capture_on_commit_callbacks(execute=True):
        taking.fail_snapshot(snapshot.pk, "worker_lost")
    assert not part.exists()
    event.snapshots.update(state="taking")
    part = left("own")
    taking.take_snapshot(snapshot.pk)
    assert not part.exists()
    part = left("copies")
    with django_capture_on_commit_callbacks(execute=True):
        taking.fail_copy(snapshot.pk, "worker_lost")
    assert not part.exists()
    part = left("copies")
    taking.copy_snapshot(snapshot.pk)
    assert not part.exists()


def test_a_demo_event_takes_none_by_itself():
    event = start_event(4)
    Tournament.objects.filter(pk=event.pk).update(is_demo=True)
    event.snapshots.all().delete()
    publish(Tournament.objects.get(pk=event.pk))
    assert not event.snapshots.exists()


def test_only_the_newest_are_kept(settings, django_capture_on_commit_callbacks):
    settings.SNAPSHOTS_KEPT = 2
    event = start_event(4)
    event.snapshots.all().delete()
    files = []
    for _ in range(4):
        with no_worker(), django_capture_on_commit_callbacks(execute=True):
            files.append(taking.path_of(taken(event)))
    assert event.snapshots.count() == 2
    assert [file.exists() for file in files] == [False, False, True, True]


def test_files_are_the_sites_alone_and_lie_in_the_folder_of_backups():
    snapshot = taken(start_event(4))
    path = taking.path_of(snapshot)
    assert path.is_relative_to(site.SNAPSHOTS_ROOT)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_copies_go_to_the_second_place_and_are_made_up_for(settings, tmp_path):
    event = start_event(4)
    event.snapshots.all().delete()
    blocked = tmp_path / "disk"
    blocked.write_text("not a folder")
    settings.SNAPSHOTS_COPY_TO = str(blocked)
    first = taken(event)
    assert Job.objects.filter(kind="tournaments.copy_snapshot", subject=first.pk).exists()
    taking.copy_snapshot(first.pk)
    first.refresh_from_db()
    assert first.copied_at is None
    assert first.copy_error
    blocked.unlink()
    second = taken(event)
    taking.copy_snapshot(second.pk)
    for one in (first, second):
        one.refresh_from_db()
        assert one.copied_at is not None
        assert one.copy_error == ""
        assert (Path(settings.SNAPSHOTS_COPY_TO) / one.file).read_bytes() == taking.path_of(one).read_bytes()


def test_one_snapshot_waits_at_a_time_and_a_lost_one_is_marked():
    event = start_event(4)
    event.snapshots.all().delete()
    one = ask_snapshot(event, Snapshot.Step.PUBLISHED)
    assert ask_snapshot(event, Snapshot.Step.COMPLETED).pk == one.pk
    taking.fail_snapshot(one.pk, DISK_FULL)
    one.refresh_from_db()
    assert (one.step, one.state, one.error) == ("completed", "failed", "disk_full")


def waiting_step(event: Tournament) -> str:
    """The step of the snapshot that waits, which is taken at once; empty for none."""
    snapshot = event.snapshots.filter(state="queued").first()
    if snapshot is None:
        return ""
    taking.take_snapshot(snapshot.pk)
    return snapshot.step


def test_corrections_and_steps_taken_back_have_snapshots_too():
    event = start_event(4, planned_rounds=1, top_cut=0)
    owner = owner_of(event)
    waiting_step(event)
    drafts.pair_next_round(actor=owner, tournament_id=event.pk, number=1)
    assert waiting_step(event) == "paired"
    round_ = event.rounds.get()
    rounds.publish_round(actor=owner, round_id=round_.pk)
    assert waiting_step(event) == "published"
    rounds.unpublish_round(actor=owner, round_id=round_.pk)
    assert waiting_step(event) == "taken_back"
    rounds.publish_round(actor=owner, round_id=round_.pk)
    for match in round_.matches.all():
        score(match, 2, 0)
    waiting_step(event)
    match = round_.matches.first()
    match.refresh_from_db()
    slip = ScoreInput(wins1=0, wins2=2)
    correct_match(actor=owner, match_id=match.pk, expected_version=match.version, score=slip, reason="看反了")
    assert waiting_step(event) == "corrected"
    finish_round(round_)
    waiting_step(event)
    rounds.reopen_round(actor=owner, round_id=round_.pk)
    assert waiting_step(event) == "taken_back"


def test_names_that_are_added_have_a_snapshot_and_people_who_join_one_an_hour():
    event = make_event()
    add_entries(actor=owner_of(event), tournament_id=event.pk, names=["甲", "乙", "丙"])
    assert waiting_step(event) == "entered"
    enter(event, "丁")
    assert waiting_step(event) == ""
    event.snapshots.update(created_at=timezone.now() - timedelta(minutes=61))
    enter(event, "戊")
    assert waiting_step(event) == "entered"
    assert [one.holds["players"] for one in event.snapshots.order_by("pk")] == [3, 5]


def test_a_demo_event_says_that_it_takes_none():
    event = make_event()
    Tournament.objects.update(is_demo=True)
    event.refresh_from_db()
    enter(event, "甲")
    assert not event.snapshots.exists()
    page = DeskVisitor(event, owner_of(event)).read("desk_snapshots")
    assert "A demo event takes none by itself." in page
    assert "when the event starts" not in page
    assert "After each step" not in page


def test_many_small_steps_within_a_minute_make_one_snapshot_and_a_large_one_takes_them_in():
    event = start_event(6)
    event.snapshots.all().delete()
    Job.objects.all().delete()
    for entry in event.registrations.order_by("pk")[:3]:
        drop(actor=owner_of(event), registration_id=entry.pk)
        undrop(actor=owner_of(event), registration_id=entry.pk)
    waiting = event.snapshots.get()
    job = Job.objects.get(subject=waiting.pk, kind="tournaments.take_snapshot")
    assert (waiting.step, job.asked) == ("players", 1)
    assert timedelta(seconds=50) < job.due_at - timezone.now() <= timedelta(minutes=1)
    publish(event)
    assert event.snapshots.get().step == "published"
    job.refresh_from_db()
    assert job.due_at <= timezone.now()


def test_those_after_small_steps_take_no_place_of_the_others(settings):
    settings.SNAPSHOTS_KEPT = 4
    event = start_event(4)
    event.snapshots.all().delete()
    ready = {"tournament": event, "state": "ready", "taken_at": timezone.now()}
    for step in ["started", "published", "players", "players", "penalty"]:
        Snapshot.objects.create(step=step, **ready)
    taking.take_snapshot(take_now(actor=owner_of(event), tournament_id=event.pk).pk)
    kept = list(event.snapshots.order_by("pk").values_list("step", flat=True))
    assert kept == ["started", "published", "penalty", "by_hand"]
