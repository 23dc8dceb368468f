"""A snapshot's file that the owner of the site uploads becomes an event, and is not kept."""

import errno
import gzip
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.actor import Actor
from jobs.troubles import DISK_FULL
from tests.background import no_worker
from tests.people_and_events import make_actor
from tests.running_events import start_event
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tests.two_at_once import at_once
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Restoration
from tournaments.services.snapshots import restoring, taking
from tournaments.services.snapshots import uploading as uploading_service
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import run_restoration

pytestmark = pytest.mark.django_db


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


def given_up(content: bytes):
    """A browser of the site's owner, and the address of an upload of theirs whose restoration was given up."""
    owner = browser(make_actor(is_superuser=True))
    owner.post("/desk/snapshot/", {"file": SimpleUploadedFile("results.json.gz", content)})
    asked = Restoration.objects.get()
    restoring.fail_restoration(asked.pk, DISK_FULL)
    return owner, f"/desk/snapshot/{asked.pk}/"


def test_what_was_given_up_is_tried_again_with_the_file_that_was_uploaded():
    owner, address = given_up(taking.path_of(taken(start_event(4))).read_bytes())
    assert "Try again" in words_of(owner.get(address))
    page = words_of(owner.post(address, follow=True))
    assert "Restoring" in page
    assert "Try again" not in page
    asked = Restoration.objects.get()
    run_restoration(asked.pk)
    asked.refresh_from_db()
    assert (asked.state, asked.error) == ("done", "")
    assert not restoring.uploaded_path(asked.file).exists()


def test_a_file_that_nobody_tried_again_goes_after_a_day():
    owner, address = given_up(uploading_service.GZIP)
    restoring.forget_old_uploads()
    asked = Restoration.objects.get()
    assert restoring.uploaded_path(asked.file).exists()
    Restoration.objects.update(finished_at=timezone.now() - restoring.UPLOAD_KEPT_FOR - timedelta(minutes=1))
    restoring.forget_old_uploads()
    assert not restoring.uploaded_path(asked.file).exists()
    assert "Try again" not in words_of(owner.get(address))
    assert "not kept any more" in words_of(owner.post(address))


def test_nobody_but_the_owner_of_the_site_uploads():
    assert browser(make_actor()).get("/desk/snapshot/").status_code == 403
    assert browser().get("/desk/snapshot/").status_code == 302
