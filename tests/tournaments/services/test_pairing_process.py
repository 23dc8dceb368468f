"""The process that pairs: it tells how far it is, can be stopped, and does not outlive who started it."""

from __future__ import annotations

import signal
import subprocess
import sys
from unittest.mock import patch

import pytest
from django.conf import settings

from tournaments.services.pairing_child import Work
from tournaments.services.pairing_process import ProcessDied, Stopped, moved_on, pair_in_process
from tournaments.swiss.budget import OutOfTime, Progress, Step
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.settings import PairingSettings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]
FOUR = PairingHistory(tuple(Entrant(number) for number in range(1, 5)))


class TestTheProcess:
    def test_it_pairs_and_tells_what_it_is_at(self) -> None:
        told: list[Progress | None] = []
        work = Work(FOUR, PairingSettings(), 5, 60.0)
        result = pair_in_process(work, lambda progress: told.append(progress) or True)
        assert result.certified
        assert sorted(player for pair in result.pairs for player in pair) == [1, 2, 3, 4]
        assert told[0] is None

    def test_seconds_are_the_progress_while_all_pairs_are_weighed(self) -> None:
        weighing, planning = Progress(Step.EVERYBODY, 0, 40), Progress(Step.PLANS, 3, 60)
        assert moved_on(weighing, 12.7) == Progress(Step.EVERYBODY, 12, 40)
        assert moved_on(weighing, 99.0) == Progress(Step.EVERYBODY, 40, 40)
        assert moved_on(planning, 12.7) == planning
        assert moved_on(None, 12.7) is None

    def test_what_cannot_be_paired_and_what_has_no_time_come_back_as_such(self) -> None:
        apart = PairingSettings(prohibited=frozenset((one, two) for one in range(1, 5) for two in range(one + 1, 5)))
        with pytest.raises(NoLegalPairing) as refused:
            pair_in_process(Work(FOUR, apart, 5, 60.0), lambda progress: True)
        assert refused.value.entrants == (1, 2, 3, 4)
        with pytest.raises(OutOfTime):
            pair_in_process(Work(FOUR, PairingSettings(), 5, 0.0), lambda progress: True)

    def test_it_is_killed_when_it_is_to_stop_and_missed_when_it_dies(self) -> None:
        running: list[subprocess.Popen[bytes]] = []
        genuine = subprocess.Popen

        def remembered(*given: object, **named: object) -> subprocess.Popen[bytes]:
            running.append(genuine(*given, **named))
            return running[-1]

        with patch.object(subprocess, "Popen", remembered):
            with pytest.raises(Stopped):
                pair_in_process(Work(FOUR, PairingSettings(), 5, 60.0), lambda progress: False)
            assert running[0].returncode == -signal.SIGKILL

            def kill(progress: Progress | None) -> bool:
                running[1].kill()
                return True

            with pytest.raises(ProcessDied):
                pair_in_process(Work(FOUR, PairingSettings(), 5, 60.0), kill)

    @pytest.mark.skipif(sys.platform != "linux", reason="SIGIO at the end of a pipe is Linux's")
    def test_it_does_not_outlive_whoever_started_it(self) -> None:
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
