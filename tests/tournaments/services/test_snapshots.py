"""Snapshots: taken after each step, bounded, copied; what is restored is the same event under keys of its own."""

import errno
import gzip
import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from jobs.models import Job
from jobs.services import leases
from jobs.troubles import DISK_FULL
from tests.background import no_worker, time_passes
from tests.judged_events import begin, event_with_lists, hand_in
from tests.people_and_events import (
    enter,
    make_actor,
    make_event,
    make_user,
    owner_of,
    player_actor,
    staff_actor,
)
from tests.running_events import finish_round, pair, play_cut, publish, score, start_event, swiss_over
from tests.two_at_once import at_once
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Match, Restoration, Snapshot, Tournament
from tournaments.queries.event_file import TABLES, event_document
from tournaments.queries.standings import standings_of
from tournaments.services import calls, drafts, entries, repairs
from tournaments.services.corrections import correct_match
from tournaments.services.extra_time import give_extension
from tournaments.services.penalties import give_penalty
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.settling import CountsAs, settle_card
from tournaments.services.snapshots import restoring, taking
from tournaments.services.snapshots import uploading as uploading_service
from tournaments.services.snapshots.asking import ask_snapshot, take_now
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import ask_restoration, restore, run_restoration

pytestmark = pytest.mark.django_db


def taken(event: Tournament) -> Snapshot:
    """A snapshot of the event as it is now."""
    snapshot = take_now(actor=owner_of(event), tournament_id=event.pk)
    taking.take_snapshot(snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.state == "ready"
    return snapshot


def claimed() -> leases.Lease:
    """The one job there is, as a worker begins it."""
    lease = leases.claim(Job.objects.get().pk)
    assert lease is not None
    return lease


def restored(event: Tournament) -> Tournament:
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    return restore(document, owner=event.created_by, name="Again")


def table(event: Tournament):
    return [
        (row.rank, row.registration.name, row.points, row.record, row.tiebreakers, row.results)
        for row in standings_of(event)
    ]


def plain(event: Tournament, *, without_log_end: int = 0):
    """Every row of the event, keys left out: those of rows, and of rows they refer to."""
    found = {}
    for one in TABLES:
        columns = event_document(event)["tables"][one.name]["columns"]
        rows = event_document(event)["tables"][one.name]["rows"]
        kept = [place for place, name in enumerate(columns) if not name.endswith("id") and not _holds_keys(one, name)]
        rows = rows[: len(rows) - without_log_end] if one.name == "log" and without_log_end else rows
        found[one.name] = [[row[place] for place in kept] for row in rows]
    return found


def _holds_keys(one, name: str) -> bool:
    return (one.name, name) in restoring.COLUMNS


def with_everything() -> Tournament:
    """An event with a check, a penalty, extra time, a judge call, a settled card, a late correction, a repair and an
    edited draft."""
    event, first, judge = event_with_lists(9, planned_rounds=4)
    owner = owner_of(event)
    entry = first.matches.order_by("table").first().player1
    begin(judge, entry)
    give_penalty(actor=judge, registration_id=entry.pk, infraction="tardiness", level="warning", note="迟到")
    match = first.matches.order_by("table").first()
    give_extension(actor=judge, match_id=match.pk, minutes=3, reason="deck check")
    call = calls.raise_call(actor=player_actor(entry), match_id=match.pk, words="两张同名")
    calls.close_call(actor=judge, call_id=call.pk, ruling="可以")
    settle_card(actor=judge, tournament_id=event.pk, number="HBU99-A01", counts_as=CountsAs(), reason="misprint")
    finish_round(first)
    second = publish(event)
    match.refresh_from_db()
    correct_match(
        actor=owner,
        match_id=match.pk,
        expected_version=match.version,
        score=ScoreInput(wins1=0, wins2=2),
        reason="slip read wrongly",
    )
    finish_round(second)
    third = pair(event)
    tables = list(third.matches.order_by("table"))
    drafts.swap_players(
        actor=owner, round_id=third.pk, registration_a=tables[0].player1_id, registration_b=tables[1].player1_id
    )
    return event


def test_a_snapshot_taken_before_there_were_judge_calls_is_restored():
    event = start_event(4)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    del document["tables"]["calls"]
    assert restore(document, owner=event.created_by, name="Again").judge_calls.count() == 0


@pytest.mark.parametrize("stage", ["open", "running", "cut", "everything"])
def test_the_restored_event_is_the_same_under_other_keys(stage):
    if stage == "open":
        event = make_event()
        hand_in(enter(event, "王小明", "Ann", birth_year=2015)[0])
    elif stage == "running":
        event = start_event(7, planned_rounds=3)
        finish_round(publish(event), rng=Random(1))
        score(publish(event).matches.order_by("table").first(), 2, 1)
    elif stage == "cut":
        event = swiss_over(8, top_cut=4)
        play_cut(event, rng=Random(2))
    else:
        event = with_everything()
    event.refresh_from_db()
    new = restored(event)
    assert new.pk != event.pk
    assert new.code != event.code
    assert new.name == "Again"
    assert plain(new, without_log_end=1) == plain(event)
    assert table(new) == table(event)
    assert [one.username for one in (member.user for member in new.staff.all())] == [event.created_by.username]


def test_keys_inside_facts_are_those_of_the_new_event():
    event = with_everything()
    for _ in range(3):
        Player.objects.create(name="Somebody else")
    new = restored(event)
    mine = {entry.pk for entry in new.registrations.all()}
    matches = set(Match.objects.filter(round__tournament=new).values_list("pk", flat=True))
    for line in new.log.all():
        assert line.facts.get("entry", next(iter(mine))) in mine
        assert line.facts.get("match", next(iter(matches))) in matches
    for round in new.rounds.all():
        for field in round.fields.all():
            assert {row[0] for row in field.facts["entrants"]} <= mine
            assert {one for pair in field.facts["pairs"] for one in pair} <= mine
        for match in round.matches.all():
            for revision in match.revisions.all():
                assert set(revision.after["players"]) <= mine
    kept = new.rounds.get(number=3).pairing["as_paired"]
    assert {one for seat in kept["seats"] if len(seat) == 4 for one in seat[2:]} <= mine


@pytest.mark.parametrize("page", ["tournament_pairings", "tournament_standings", "tournament_players", "round_proof"])
def test_pages_say_the_same_of_both(page):
    event = start_event(9, planned_rounds=4)
    for _ in range(2):
        finish_round(publish(event), rng=Random(5))
    publish(event)
    new = restored(event)
    keys = (2,) if page == "round_proof" else ()
    said = [words_of(browser().get(f"/t/{one.code}/" + _path(page, *keys))) for one in (event, new)]
    assert said[0].replace(event.name, "") == said[1].replace(new.name, "")


def _path(page: str, *keys: int) -> str:
    return {"round_proof": "pairings/2/proof/"}.get(page, page.removeprefix("tournament_") + "/")


def test_why_two_meet_is_the_same_and_a_repair_can_be_undone():
    event = start_event(8, planned_rounds=4)
    first = publish(event)
    finish_round(first)
    second = publish(event)
    match = first.matches.order_by("table").first()
    match.refresh_from_db()
    owner = owner_of(event)
    correct_match(
        actor=owner,
        match_id=match.pk,
        expected_version=match.version,
        score=ScoreInput(wins1=0, wins2=2),
        reason="wrong",
    )

    plan = repairs.plan_repair(actor=owner, round_id=second.pk)
    repairs.apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint)
    new = restored(event)
    again = new.rounds.get(number=2)
    for one, other in zip(second.matches.order_by("table"), again.matches.order_by("table"), strict=True):
        said = [words_of(browser().get(f"/t/{e.code}/match/{m.pk}/why/")) for e, m in ((event, one), (new, other))]
        assert said[0].replace(event.name, "") == said[1].replace(new.name, "")
    repairs.undo_repair(actor=owner, round_id=again.pk)
    repairs.undo_repair(actor=owner, round_id=second.pk)
    seats = [
        list(one.matches.order_by("table").values_list("table", "player1__name", "player2__name"))
        for one in (second, again)
    ]
    assert seats[0] == seats[1]


def test_a_disqualification_undone_in_a_restored_event_opens_the_match_there():
    event = start_event(4)
    match = publish(event).matches.order_by("table").first()
    entries.disqualify(actor=owner_of(event), registration_id=match.player1_id, reason="x")
    new = restored(event)
    again = Match.objects.get(round__tournament=new, table=match.table)
    entries.reinstate(actor=owner_of(new), registration_id=again.player1_id)
    assert [Match.objects.get(pk=one.pk).is_complete for one in (match, again)] == [True, False]


def test_a_line_of_the_log_that_names_a_match_elsewhere_opens_nothing():
    """As in an event restored before such keys were renewed."""
    event, other = start_event(4), start_event(4)
    match, elsewhere = (publish(one).matches.order_by("table").first() for one in (event, other))
    for one in (match, elsewhere):
        entries.disqualify(actor=owner_of(one.round.tournament), registration_id=one.player1_id, reason="x")
    line = event.log.get(verb="entry_disqualified")
    line.facts["given_match"] = elsewhere.pk
    line.save()
    entries.reinstate(actor=owner_of(event), registration_id=match.player1_id)
    assert Match.objects.get(pk=elsewhere.pk).is_complete


def test_a_restored_event_goes_on():
    event = start_event(7, planned_rounds=3)
    finish_round(publish(event))
    new = restored(event)
    finish_round(publish(new))
    assert new.rounds.count() == 2


def test_people_of_another_database_are_not_taken_for_the_players():
    event = start_event(4)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    columns = document["tables"]["players"]["columns"]
    for row in document["tables"]["players"]["rows"]:
        row[columns.index("created_at")] = "2020-01-01T00:00:00+00:00"
    new = restore(document, owner=event.created_by, name="Elsewhere")
    old = set(event.registrations.values_list("player", flat=True))
    made = set(new.registrations.values_list("player", flat=True))
    assert not old & made
    assert list(new.registrations.order_by("pk").values_list("name", flat=True)) == ["P01", "P02", "P03", "P04"]


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


def ask(event: Tournament, snapshot: Snapshot) -> Restoration:
    asked = ask_restoration(actor=owner_of(event), snapshot_id=snapshot.pk, name="Again")
    run_restoration(asked.pk)
    asked.refresh_from_db()
    return asked


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


def test_one_snapshot_waits_at_a_time_and_a_lost_one_is_marked():
    event = start_event(4)
    event.snapshots.all().delete()
    one = ask_snapshot(event, Snapshot.Step.PUBLISHED)
    assert ask_snapshot(event, Snapshot.Step.COMPLETED).pk == one.pk
    taking.fail_snapshot(one.pk, DISK_FULL)
    one.refresh_from_db()
    assert (one.step, one.state, one.error) == ("completed", "failed", "disk_full")


def test_the_page_takes_restores_and_leads_to_the_new_event():
    event = start_event(4)
    desk = DeskVisitor(event, owner_of(event))
    assert "A snapshot is being taken" in desk.press("desk_snapshots")
    taking.take_snapshot(event.snapshots.get(state="queued").pk)
    snapshot = event.snapshots.filter(state="ready").first()
    page = desk.read("desk_snapshots")
    assert "4 entries" in page
    asked = desk.read("desk_restore", snapshot.pk)
    assert "This event stays as it is" in asked
    answer = desk.post("desk_restore", snapshot.pk, name="The\x00  rest\u202e of it")
    making = Restoration.objects.get()
    assert answer.url == desk.path("desk_restoration", making.pk)
    assert "Restoring" in desk.read("desk_restoration", making.pk)
    run_restoration(making.pk)
    new = Tournament.objects.get(name="The rest of it")
    assert f"/t/{new.code}/desk/" in desk.read("desk_restoration", making.pk)
    assert "restored this event from the snapshot" in DeskVisitor(new, owner_of(event)).read("desk_log")


@pytest.mark.language("en")
def test_the_page_says_whether_one_waits_runs_is_slow_or_failed():
    event = start_event(4)
    Job.objects.all().delete()
    event.snapshots.all().delete()
    one = take_now(actor=owner_of(event), tournament_id=event.pk)
    desk = DeskVisitor(event, owner_of(event))
    assert "tag tag-info" in (page := desk.read("desk_snapshots"))
    assert 'hx-select="#snapshots"' in page
    lease = claimed()
    assert 'tag tag-live">running' in desk.read("desk_snapshots")
    time_passes(leases.LEASE.total_seconds() + 1)
    assert "The worker was stopped in the middle of this" in (page := desk.read("desk_snapshots"))
    assert "tag tag-need" in page
    leases.finish(lease)
    taking.fail_snapshot(one.pk, DISK_FULL)
    page = desk.read("desk_snapshots")
    assert "the disk has been full for too long" in page
    assert "Try again" in page
    assert "hx-select" not in page


@pytest.mark.language("en")
def test_the_page_says_how_the_copying_stands(settings, tmp_path):
    settings.SNAPSHOTS_COPY_TO = str(tmp_path)
    event = start_event(4)
    Job.objects.all().delete()
    taken(event)
    Job.objects.exclude(kind="tournaments.copy_snapshot").delete()
    desk = DeskVisitor(event, owner_of(event))
    assert "waiting" in desk.read("desk_snapshots")
    leases.finish(claimed())
    assert "waiting" not in desk.read("desk_snapshots")


def test_a_restoration_that_failed_says_why():
    event = start_event(4)
    snapshot = taken(event)
    taking.path_of(snapshot).unlink()
    asked = ask(event, snapshot)
    page = DeskVisitor(event, owner_of(event)).read("desk_restoration", asked.pk)
    assert "not there any more" in page
    assert "Nothing was made" in page
    assert "Try again" in page


def test_nobody_elses_snapshots_below_ones_own_address():
    event, other = start_event(4), start_event(4)
    snapshot = taken(other)
    desk = DeskVisitor(event, owner_of(event))
    assert desk.get("desk_restore", snapshot.pk).status_code == 404
    assert make_user().pk != event.created_by.pk


def uploading(content: bytes, **fields: str):
    """The answer to the owner of a site who uploads these bytes."""
    owner = make_actor(is_superuser=True)
    file = SimpleUploadedFile("20260131T143200-17-results.json.gz", content)
    return browser(owner).post("/desk/snapshot/", {"file": file, **fields}, follow=True)


def test_an_uploaded_file_becomes_an_event_and_is_not_kept():
    event = start_event(4)
    content = taking.path_of(taken(event)).read_bytes()
    page = words_of(uploading(content))
    assert "Restoring" in page
    asked = Restoration.objects.get()
    path = restoring.uploaded_path(asked.file)
    assert path.read_bytes() == content
    run_restoration(asked.pk)
    assert not path.exists()
    asked.refresh_from_db()
    assert (asked.state, asked.tournament.name) == ("done", event.name)
    assert asked.tournament.registrations.count() == 4


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04 a workbook", "is not the file of a snapshot"),
        (b"", "is not the file of a snapshot"),
    ],
)
def test_another_file_is_refused_at_once(content, said):
    assert said in words_of(uploading(content, name="Saved"))
    assert not Restoration.objects.exists()


@pytest.mark.parametrize(
    "change",
    [{"tables": []}, {"event": "x"}, {"rulesets": {"x": 1}}, {"tables": {"players": {"columns": 1, "rows": []}}}],
)
def test_a_file_changed_by_hand_is_called_damaged(change):
    event = start_event(4)
    document = read_file(taking.path_of(taken(event))) | change
    uploading(gzip.compress(json.dumps(document).encode()))
    asked = Restoration.objects.get()
    run_restoration(asked.pk)
    asked.refresh_from_db()
    assert (asked.state, [one["code"] for one in asked.problems]) == ("failed", ["snapshot_damaged"])
    assert not restoring.uploaded_path(asked.file).exists()


def received(actor: Actor) -> Restoration:
    file = SimpleUploadedFile("results.json.gz", uploading_service.GZIP)
    return uploading_service.receive_snapshot(actor=actor, file=file, name="")


def test_an_upload_that_finds_the_disk_full_leaves_nothing_behind(monkeypatch, settings, tmp_path):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.SNAPSHOTS_ROOT = tmp_path
    monkeypatch.setattr(taking.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        received(make_actor(is_superuser=True))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert not Restoration.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_uploads_at_once_one_is_restored(settings, tmp_path):
    settings.SNAPSHOTS_ROOT = tmp_path
    actor = make_actor(is_superuser=True)
    with no_worker():
        made = at_once(actor.user, lambda: received(actor), lambda: received(actor))
    assert sorted(getattr(one, "code", "made") for one in made) == ["made", "upload_under_way"]
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_an_uploaded_file_goes_although_the_worker_was_stopped_before(settings, tmp_path):
    settings.SNAPSHOTS_ROOT = tmp_path
    asked = received(make_actor(is_superuser=True))
    Restoration.objects.filter(pk=asked.pk).update(state="done")
    run_restoration(asked.pk)
    assert not restoring.uploaded_path(asked.file).exists()


def test_nobody_but_the_owner_of_the_site_uploads():
    assert browser(make_actor()).get("/desk/snapshot/").status_code == 403
    assert browser().get("/desk/snapshot/").status_code == 302


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
