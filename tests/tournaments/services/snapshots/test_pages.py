"""The desk's pages of snapshots: taking and restoring one, and how its jobs stand."""

import re

import pytest

from jobs.models import Job
from jobs.services import leases
from jobs.troubles import DISK_FULL
from tests.background import time_passes
from tests.people_and_events import make_user, owner_of
from tests.running_events import start_cut, start_event, swiss_over
from tests.tournaments.services.snapshots.taken_snapshots import ask, taken
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Restoration, Tournament
from tournaments.services.snapshots import taking
from tournaments.services.snapshots.asking import take_now
from tournaments.services.snapshots.restoring import run_restoration

pytestmark = pytest.mark.django_db


def claimed() -> leases.Lease:
    """The one job there is, as a worker begins it."""
    lease = leases.claim(Job.objects.get().pk)
    assert lease is not None
    return lease


def test_a_round_of_the_top_cut_goes_by_its_name():
    event = swiss_over(8, top_cut=4)
    start_cut(event)
    taken(event)
    assert "Semifinals as a draft" in DeskVisitor(event, owner_of(event)).read("desk_snapshots")


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
    refused = desk.post("desk_restore", snapshot.pk, name="The rest\u202e of it")
    assert not Restoration.objects.exists(), refused.content.decode()
    answer = desk.post("desk_restore", snapshot.pk, name="The  rest of it")
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
    event.snapshots.all().delete()
    taken(event)
    Job.objects.exclude(kind="tournaments.copy_snapshot").delete()
    desk = DeskVisitor(event, owner_of(event))
    assert "tag tag-info" in (page := desk.read("desk_snapshots"))
    assert "waiting" in page
    leases.finish(claimed())
    assert "tag tag-info" not in desk.read("desk_snapshots")


def test_a_restoration_that_failed_says_why():
    event = start_event(4)
    snapshot = taken(event)
    taking.path_of(snapshot).unlink()
    asked = ask(event, snapshot)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_restoration", asked.pk)
    assert "not there any more" in page
    assert "Nothing was made" in page
    assert f'action="{desk.path("desk_restore", snapshot.pk)}"' in page
    (name,) = re.findall(r'name="name" value="(.*?)"', page)
    assert "Restoring" in desk.press("desk_restore", snapshot.pk, name=name), "by one press, under the same name"
    assert Restoration.objects.latest("pk").name == asked.name


def test_nobody_elses_snapshots_below_ones_own_address():
    event, other = start_event(4), start_event(4)
    snapshot = taken(other)
    desk = DeskVisitor(event, owner_of(event))
    assert desk.get("desk_restore", snapshot.pk).status_code == 404
    assert make_user().pk != event.created_by.pk
