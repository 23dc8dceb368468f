"""`make chaos`: parts of a running site are killed and its disk is filled while people work on it.

`SEED=7 make chaos` repeats a run's faults in their order; `RUNS=200 make chaos` continues until 200 faults are done,
`SECONDS=900` for that time. It uses loopback only and its own data folder, and ends only what it started. The table
goes to `docs/measurements.md`; the exit status is 1 if anything was lost, incomplete, stuck, or late.
"""

from __future__ import annotations

import os
import statistics
import sys
from random import SystemRandom

from bench.measurements import write_section
from config.embedded.wording import say
from tests.chaos.run import HEALTHY_SECONDS, IDLE_SECONDS, Report, run
from tests.chaos.visiting import PASSING

SECONDS = 300.0


def main() -> int:
    runs = int(os.environ.get("RUNS") or 0)
    seconds = float(os.environ.get("SECONDS") or (SECONDS if not runs else 60.0 * runs))
    seed = int(os.environ.get("SEED") or SystemRandom().randrange(10**6))
    say(f"SEED={seed}")
    load = os.getloadavg()[0]
    report = run(seed, runs or 1000, seconds)
    table = f"{format_report(report)} The machine's load average when the run began: {load:.1f}."
    say("\n" + table)
    write_section("Faults (`make chaos`)", table)
    for line in [*report.wrong, *(f"late after: {kind}" for kind in report.late)]:
        say(f"WRONG: {line}")
    if report.wrong or report.late:
        say(f"Run it again: SEED={seed} RUNS={sum(map(len, report.healthy.values()))} make chaos")
        return 1
    return 0


def format_report(report: Report) -> str:
    """The run as Markdown."""
    lines = ["| fault | times | healthy after, median | worst |", "|---|---:|---:|---:|"]
    for kind, times in sorted(report.healthy.items()):
        lines.append(f"| {kind} | {len(times)} | {statistics.median(times):.1f} s | {max(times):.1f} s |")
    written, answers = report.moments.acknowledged, report.moments.answers
    kinds = ", ".join(f"{count} of {kind}" for kind, count in sorted(written.items()))
    done = sum(count for status, count in answers.items() if 0 < status < 500 and status not in PASSING)
    not_now = sum(count for status, count in answers.items() if status in PASSING)
    broken = answers.total() - done - not_now - answers[0]
    lines += [
        "",
        "| | |",
        "|---|---:|",
        f"| seed, faults, seconds | {report.seed}, {sum(map(len, report.healthy.values()))}, {report.seconds:.0f} |",
        f"| acknowledged writes | {written.total()} ({kinds}) |",
        f"| lost, doubled, torn, hung or failed | {len(report.wrong)} |",
        f"| answers: done, “not now” (503, 507, 429), cut off, other 5xx | {done}, {not_now}, {answers[0]}, {broken} |",
        f"| background jobs asked for, taken over from a killed worker | {report.jobs}, {report.taken_over} |",
        f"| longest time a job lay idle (aim: {IDLE_SECONDS:.0f} s) | {report.longest_idle:.0f} s |",
    ]
    if report.no_disk:
        lines.append(f"\nThe disk was not filled: {report.no_disk}.")
    lines.append(
        f"\nAim: healthy within {HEALTHY_SECONDS:.0f} s without help. After a power failure the time begins with the "
        "end of `make run`'s start."
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
