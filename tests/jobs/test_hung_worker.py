"""A real worker whose job hangs: its process is killed, and another one does the job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from django.db import connection

from jobs.kinds import KINDS, Kind
from jobs.models import Job
from jobs.services.leases import ask_job
from tests.background import no_worker
from tests.config.running_site import wait_for
from tests.jobs.hanging_worker import KIND

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_the_process_of_a_job_that_hangs_is_killed_and_another_does_the_job(
    services: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, KIND, Kind(KIND, lambda subject: None, lambda subject, reason: None))
    with no_worker():
        ask_job(kind=KIND, subject=7)
    ran, log = tmp_path / "ran", tmp_path / "log"
    ran.touch()
    command = [sys.executable, "-m", "tests.jobs.hanging_worker", str(ran), str(connection.settings_dict["NAME"])]
    with log.open("wb") as output:
        worker = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    try:
        wait_for(lambda: worker.poll() is not None or not Job.objects.exists(), "the end of the job")
        assert worker.poll() is None, log.read_text()
        hung, *others = [int(line) for line in ran.read_text().split()]
        assert others, "the job was done"
        assert hung not in others
        wait_for(lambda: not psutil.pid_exists(hung), "the end of the process")
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
