"""The process that pairs: it tells how far it is, can be stopped, and does not outlive who started it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from unittest.mock import patch

import pytest
from django.conf import settings

from tournaments.services import pairing_process, pairing_work
from tournaments.services.pairing_process import ProcessDied, Stopped, answer_in_time, answer_of_process, moved_on
from tournaments.services.pairing_work import RepairWork, RoundWork
from tournaments.swiss.budget import OutOfTime, Progress, Step
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.settings import PairingSettings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]
FOUR = PairingHistory(tuple(Entrant(number) for number in range(1, 5)))


class TestTheProcess:
    def test_it_pairs_and_tells_what_it_is_at(self) -> None:
        reported: list[Progress | None] = []
        work = RoundWork(FOUR, PairingSettings(), 5, 60.0)
        result = answer_of_process(work, lambda progress: reported.append(progress) or True)
        assert result.certified
        assert sorted(player for pair in result.pairs for player in pair) == [1, 2, 3, 4]
        assert reported[0] is None

    def test_seconds_are_the_progress_while_all_pairs_are_weighed(self) -> None:
        weighing, planning = Progress(Step.EVERYBODY, 0, 40), Progress(Step.PLANS, 3, 60)
        assert moved_on(weighing, 12.7) == Progress(Step.EVERYBODY, 12, 40)
        assert moved_on(weighing, 99.0) == Progress(Step.EVERYBODY, 40, 40)
        assert moved_on(planning, 12.7) == planning
        assert moved_on(None, 12.7) is None

    def test_what_cannot_be_paired_and_what_has_no_time_come_back_as_such(self) -> None:
        apart = PairingSettings(prohibited=frozenset((one, two) for one in range(1, 5) for two in range(one + 1, 5)))
        with pytest.raises(NoLegalPairing) as refused:
            answer_of_process(RoundWork(FOUR, apart, 5, 60.0), lambda progress: True)
        assert refused.value.entrants == (1, 2, 3, 4)
        with pytest.raises(OutOfTime):
            answer_of_process(RoundWork(FOUR, PairingSettings(), 5, 0.0), lambda progress: True)

    def test_it_is_killed_when_it_is_to_stop_and_missed_when_it_dies(self) -> None:
        running: list[subprocess.Popen[bytes]] = []
        genuine = subprocess.Popen

        def remembered(*given: object, **named: object) -> subprocess.Popen[bytes]:
            running.append(genuine(*given, **named))
            return running[-1]

        with patch.object(subprocess, "Popen", remembered):
            with pytest.raises(Stopped):
                answer_of_process(RoundWork(FOUR, PairingSettings(), 5, 60.0), lambda progress: False)
            assert running[0].returncode == -signal.SIGKILL

            def kill(progress: Progress | None) -> bool:
                running[1].kill()
                return True

            with pytest.raises(ProcessDied):
                answer_of_process(RoundWork(FOUR, PairingSettings(), 5, 60.0), kill)

    def test_one_that_hangs_is_killed_after_its_time(self) -> None:
        hangs = [sys.executable, "-c", "import time; time.sleep(600)"]
        work = RoundWork(FOUR, PairingSettings(), 5, 60.0)
        with patch.object(pairing_process, "COMMAND", hangs):
            with pytest.raises(OutOfTime):
                answer_of_process(work, lambda progress: True, patience=0.0)
            with patch.object(pairing_process, "MAX_PATIENCE", 0.0), pytest.raises(OutOfTime):
                answer_of_process(work, lambda progress: True)

    @pytest.mark.skipif(sys.platform != "linux", reason="SIGIO at the end of a pipe is Linux's")
    def test_it_does_not_outlive_anyone_who_started_it(self) -> None:
        """The process is working, and its parent's end of the pipe closes: the kernel ends it."""
        at_work = (
            "import time; from tournaments.services.pairing_child import end_with_parent;"
            "end_with_parent(); print(1, flush=True); time.sleep(600)"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", at_work], cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        with process:
            assert process.stdout is not None
            assert process.stdin is not None
            assert process.stdout.readline() == b"1\n"
            process.stdin.close()
            assert process.wait(60) == -signal.SIGIO


MANY = PairingHistory(tuple(Entrant(number, met=(number + 1 - 2 * (number % 2 == 0),)) for number in range(1, 43)))
"""More than are paired in the process that asks."""


def unreachable(*given: object, **named: object) -> None:
    raise AssertionError("paired in the process that asks")


class TestTheWebProcess:
    """What it may pair itself is counted in steps in `tests/tournaments/swiss/test_quick.py`."""

    def test_what_may_take_longer_is_paired_elsewhere_and_the_same_way(self) -> None:
        work = RoundWork(MANY, PairingSettings(), 5, 60.0)
        here = work.run(lambda progress: None)
        with patch.object(pairing_work, "pair_round", unreachable):
            there = answer_in_time(work)
        assert (there.pairs, there.tables, there.bye, there.witness) == (
            here.pairs, here.tables, here.bye, here.witness,
        )  # fmt: skip
        assert there.certified

    def test_what_takes_a_moment_starts_no_process(self) -> None:
        with patch.object(subprocess, "Popen", unreachable):
            assert answer_in_time(RoundWork(FOUR, PairingSettings(), 5, 60.0)).certified

    def test_repairs_are_made_the_same_way(self) -> None:
        tables = tuple(PublishedTable(one // 2, (one, one + 1)) for one in range(2, 42, 2))
        repair = RunningRepair(MANY, PairingSettings(), (PublishedTable(1, (1, 42)), *tables), None, "1/1", 2.0)
        with patch.object(RunningRepair, "run", unreachable):
            there = answer_in_time(RepairWork(repair))
        here = repair.run()
        assert there.result.kept == here.result.kept
        assert there.result.pairing.pairs == here.result.pairing.pairs

    def test_requests_beyond_those_that_may_wait_do_not(self) -> None:
        work = RoundWork(MANY, PairingSettings(), 5, 60.0)
        with patch.object(pairing_process, "_waiting", threading.BoundedSemaphore(1)) as waiting:
            with waiting, pytest.raises(OutOfTime):
                answer_in_time(work)
            assert answer_in_time(work).certified
            with patch.object(pairing_process, "GRACE_SECONDS", -200.0), pytest.raises(OutOfTime):
                answer_in_time(work)
            assert waiting.acquire(blocking=False), "a process that took too long still counts"

    def test_a_process_that_dies_counts_as_one_that_takes_too_long(self) -> None:
        with patch.object(pairing_process, "COMMAND", ["false"]), pytest.raises(OutOfTime):
            answer_in_time(RoundWork(MANY, PairingSettings(), 5, 60.0))

    def test_so_does_one_that_has_died_before_it_reads_its_work(self) -> None:
        class Dead(subprocess.Popen[bytes]):
            def __enter__(self) -> Dead:
                self.wait()
                return self

        with (
            patch.object(pairing_process, "COMMAND", ["false"]),
            patch.object(subprocess, "Popen", Dead),
            pytest.raises(OutOfTime),
        ):
            answer_in_time(RoundWork(MANY, PairingSettings(), 5, 60.0))
