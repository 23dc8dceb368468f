"""The job behind an import: run twice, interrupted, discarded in the meantime, forgotten for a week."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.importing import arriving, jobs, writing
from cardpool.importing.arriving import clear_old_files, receive_files
from cardpool.importing.heads import heads_of
from cardpool.importing.jobs import discard_import, fail_import, run_import, start_import, start_preview
from cardpool.importing.storing import folder_of, kept_report, paths_of, plain_name
from cardpool.models import Card, CardGame, CardImport
from jobs.models import Job
from jobs.services.running import run_job
from tests.background import no_worker
from tests.people_and_events import load_game, make_actor

pytestmark = pytest.mark.django_db(transaction=True)
TABLE = "编号,名称\nHBU01-A07,赛罗\nHBU01-A08,捷德\n".encode()


@pytest.fixture(autouse=True)
def _no_worker() -> Iterator[None]:
    """A test runs the jobs itself."""
    with no_worker():
        yield


@pytest.fixture
def game() -> CardGame:
    return load_game()


@pytest.fixture
def manager() -> Actor:
    return make_actor(may_manage_games=True)


def file(data: bytes = TABLE, name: str = "cards.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def run(card_import: CardImport) -> CardImport:
    run_import(import_id=card_import.pk)
    card_import.refresh_from_db()
    return card_import


def test_progress_moves_while_rows_are_written(game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f"HBU{place // 100:02d}-A{place % 100:02d},卡{place}\n" for place in range(6_000))
    brought = receive_files(actor=manager, game=game, files=[file(f"编号,名称\n{rows}".encode())])
    run(start_preview(actor=manager, import_id=brought.pk))
    seen: list[int] = []
    write, beside = Card.objects.bulk_create, connection.copy()

    def watched(*args: Any, **options: Any) -> Any:
        with beside.cursor() as cursor:
            cursor.execute("SELECT progress FROM cardpool_cardimport WHERE id = %s", [brought.pk])
            seen.append(cursor.fetchone()[0])
        return write(*args, **options)

    monkeypatch.setattr(Card.objects, "bulk_create", watched)
    assert run(start_import(actor=manager, import_id=brought.pk)).state == CardImport.State.DONE
    beside.close()
    assert len(set(seen)) >= 6, seen
    assert seen == sorted(seen)
    assert seen[0] >= writing.COMPARED_PERCENT
    assert seen[-1] < writing.WRITTEN_PERCENT


def previewed(game: CardGame, manager: Actor) -> CardImport:
    brought = receive_files(actor=manager, game=game, files=[file()])
    return run(start_preview(actor=manager, import_id=brought.pk))


def test_a_job_delivered_twice_imports_once(game: CardGame, manager: Actor) -> None:
    queued = start_import(actor=manager, import_id=previewed(game, manager).pk)
    assert run(queued).state == "done"
    report, finished = queued.report, queued.finished_at
    run(queued)
    assert (queued.report, queued.finished_at) == (report, finished)
    assert [entry["kind"] for entry in kept_report(queued) or ()] == ["added", "added"]
    assert not any(path.exists() for path in paths_of(queued))


def test_a_job_that_dies_leaves_no_card_and_can_run_again(
    game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = start_import(actor=manager, import_id=previewed(game, manager).pk)

    def die(*_: Any) -> None:
        assert Card.objects.count() == 2
        raise MemoryError

    monkeypatch.setattr(jobs, "keep_report", die)
    with pytest.raises(MemoryError):
        run_job(Job.objects.get(subject=queued.pk).pk)
    queued.refresh_from_db()
    assert (queued.state, queued.error["code"]) == ("failed", "failed")
    assert not Card.objects.exists()
    monkeypatch.undo()
    again = run(start_preview(actor=manager, import_id=queued.pk))
    assert again.state == "previewed"
    CardImport.objects.filter(pk=queued.pk).update(state="running", is_dry_run=False)
    assert run(queued).state == "done", "a job handed out again after its worker was killed"
    assert Card.objects.count() == 2


class Killed(BaseException):
    """As when a worker dies: nothing after it runs."""


@pytest.mark.parametrize("place", ["_report", "import_cards", "keep_report", "remove_files"])
@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
def test_killed_at_any_step_another_imports_once(
    game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch, place: str, is_done: bool
) -> None:
    queued = start_import(actor=manager, import_id=previewed(game, manager).pk)
    real = getattr(jobs, place)

    def dies(*args: Any, **facts: Any) -> None:
        if is_done:
            real(*args, **facts)
        raise Killed

    monkeypatch.setattr(jobs, place, dies)
    with pytest.raises(Killed):
        run(queued)
    monkeypatch.undo()
    assert Card.objects.count() == (2 if place == "remove_files" else 0)
    assert run(queued).state == "done"
    assert Card.objects.count() == 2
    assert [entry["kind"] for entry in kept_report(queued) or ()] == ["added", "added"]


def test_an_import_discarded_while_it_runs_writes_nothing(
    game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = start_import(actor=manager, import_id=previewed(game, manager).pk)
    write = jobs.import_cards

    def discarded_meanwhile(**facts: Any) -> Any:
        result = write(**facts)
        CardImport.objects.filter(pk=queued.pk).update(state="discarded")
        return result

    monkeypatch.setattr(jobs, "import_cards", discarded_meanwhile)
    run(queued)
    assert not Card.objects.exists()


def test_files_that_go_while_they_are_read_are_no_fault(game: CardGame, manager: Actor) -> None:
    queued = start_preview(actor=manager, import_id=receive_files(actor=manager, game=game, files=[file()]).pk)
    discard_import(actor=manager, import_id=queued.pk)
    assert not folder_of(queued).exists()
    CardImport.objects.filter(pk=queued.pk).update(state="queued")
    with pytest.raises(FileNotFoundError):
        run(queued)
    CardImport.objects.filter(pk=queued.pk).update(state="discarded")
    fail_import(import_id=queued.pk, code="failed")
    queued.refresh_from_db()
    assert queued.state == "discarded"


def test_what_turns_out_unreadable_fails_with_its_place(game: CardGame, manager: Actor) -> None:
    broken = "编号,名称\nHBU01-A07,赛罗\n".encode() + b"HBU01-A08,x\n" * 40 + b'HBU01-A09,"open\n'
    brought = receive_files(actor=manager, game=game, files=[file(broken)])
    failed = run(start_preview(actor=manager, import_id=brought.pk))
    assert failed.state == "failed"
    assert failed.error == {"code": "broken_quotes", "facts": {"file": "cards.csv", "row": 43, "most": 131072}}


def test_a_file_full_of_problems_is_given_up(game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_REFUSED", 3)
    brought = receive_files(actor=manager, game=game, files=[file("编号,名称\n".encode() + b"x,y\n" * 5)])
    failed = run(start_preview(actor=manager, import_id=brought.pk))
    assert (failed.error["code"], failed.error["facts"]["row"]) == ("too_many_refused", 5)


def test_a_manager_who_is_none_any_more_imports_nothing(game: CardGame, manager: Actor) -> None:
    queued = start_import(actor=manager, import_id=previewed(game, manager).pk)
    assert manager.user is not None
    manager.user.may_manage_games = False
    manager.user.save()
    assert run(queued).error["code"] == "not_a_game_manager"
    assert not Card.objects.exists()


def test_states_out_of_turn_are_refused(game: CardGame, manager: Actor) -> None:
    brought = receive_files(actor=manager, game=game, files=[file()])
    with pytest.raises(Conflict):
        start_import(actor=manager, import_id=brought.pk)
    queued = start_preview(actor=manager, import_id=brought.pk)
    with pytest.raises(Conflict):
        start_preview(actor=manager, import_id=brought.pk)
    with pytest.raises(Conflict):
        receive_files(actor=manager, game=game, files=[file()], to=queued)
    run(queued)
    run(start_import(actor=manager, import_id=brought.pk))
    with pytest.raises(Conflict):
        discard_import(actor=manager, import_id=brought.pk)


def test_only_managers(game: CardGame, manager: Actor) -> None:
    nobody = make_actor()
    brought = previewed(game, manager)
    for refused in (
        lambda: receive_files(actor=nobody, game=game, files=[file()]),
        lambda: start_preview(actor=nobody, import_id=brought.pk),
        lambda: start_import(actor=nobody, import_id=brought.pk),
        lambda: discard_import(actor=nobody, import_id=brought.pk),
    ):
        with pytest.raises(NotAllowed):
            refused()


def test_limits_of_files(game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arriving, "MAX_FILES", 2)
    brought = receive_files(actor=manager, game=game, files=[file(), file()])
    for files, code in (([file()], "too_many_files"), ([], "no_files")):
        with pytest.raises(Refusal) as refused:
            receive_files(actor=manager, game=game, files=files, to=brought)
        assert refused.value.code == code
    monkeypatch.setattr(arriving, "MAX_MEGABYTES", 0)
    with pytest.raises(Refusal) as refused:
        receive_files(actor=manager, game=game, files=[file()])
    assert refused.value.code == "files_too_large"


def test_a_refused_further_file_leaves_the_first(game: CardGame, manager: Actor) -> None:
    brought = receive_files(actor=manager, game=game, files=[file()])
    with pytest.raises(Refusal) as refused:
        receive_files(actor=manager, game=game, files=[file(b"\x89PNG....", "b.csv")], to=brought)
    assert refused.value.code == "file_unreadable"
    kept = CardImport.objects.get(pk=brought.pk)
    assert len(kept.files) == 1
    assert sorted(path.name for path in folder_of(kept).iterdir()) == ["0"]


def test_files_of_two_kinds_are_refused(game: CardGame, manager: Actor) -> None:
    with pytest.raises(Refusal) as refused:
        receive_files(actor=manager, game=game, files=[file(), file(b"[]", "set.json")])
    assert refused.value.facts["reason"] == "mixed_formats"


def test_files_go_after_a_week(game: CardGame, manager: Actor) -> None:
    old, new = previewed(game, manager), previewed(game, manager)
    CardImport.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=8))
    receive_files(actor=manager, game=game, files=[file()])
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.state, folder_of(old).exists()) == ("discarded", False)
    assert (new.state, folder_of(new).exists()) == ("previewed", True)
    clear_old_files()


def test_whole_reports_of_imports_are_cleared_after_a_year(game: CardGame, manager: Actor) -> None:
    done = run(start_import(actor=manager, import_id=previewed(game, manager).pk))
    CardImport.objects.update(finished_at=timezone.now() - timedelta(days=364))
    clear_old_files()
    assert kept_report(done) is not None
    CardImport.objects.update(finished_at=timezone.now() - timedelta(days=366))
    clear_old_files()
    done.refresh_from_db()
    assert (kept_report(done), done.state, done.report["counts"]["added"]) == (None, "done", 2)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\cards\\卡表.xlsx", "卡表.xlsx"),
        (".hidden.csv", "hidden.csv"),
        ("..", "file"),
        ("", "file"),
        ("a\x00\nb.csv", "a b.csv"),
        ("长" * 200 + ".xlsx", "长" * 75 + ".xlsx"),
    ],
)
def test_file_names_are_names_only(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept


def test_tables_are_read_before_anything_is_locked(
    game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading may take seconds, in which nobody's row and no connection is held."""
    held: list[bool] = []

    def watched(*args: Any) -> Any:
        held.append(connection.in_atomic_block)
        return heads_of(*args)

    for place in (arriving, jobs):
        monkeypatch.setattr(place, "heads_of", watched)
    brought = receive_files(actor=manager, game=game, files=[file()])
    folders = set(folder_of(brought).parent.iterdir())
    brought = receive_files(actor=manager, game=game, files=[file()], to=brought)
    start_preview(actor=manager, import_id=brought.pk)
    assert held == [False] * 3
    assert all(path.exists() for path in paths_of(brought))
    assert set(folder_of(brought).parent.iterdir()) == folders


def test_files_added_by_two_at_once_are_not_mixed(
    game: CardGame, manager: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = receive_files(actor=manager, game=game, files=[file()])
    seen: list[object] = []

    def meanwhile(*args: Any) -> Any:
        seen.append(args)
        if len(seen) == 1:
            receive_files(actor=manager, game=game, files=[file(name="other.csv")], to=brought)
        return heads_of(*args)

    monkeypatch.setattr(arriving, "heads_of", meanwhile)
    with pytest.raises(Conflict, match="import_not_ready"):
        receive_files(actor=manager, game=game, files=[file(name="mine.csv")], to=brought)
    kept = CardImport.objects.get(pk=brought.pk)
    assert [facts["name"] for facts in kept.files] == ["cards.csv", "other.csv"]
    assert all(path.exists() for path in paths_of(kept))
