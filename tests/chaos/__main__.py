"""`make chaos`: parts of a running site are killed and its disk is filled while people work on it.

`SEED=7 make chaos` repeats a run's plan: which faults come in which order, each in the middle of which action, in the
how manieth of them and how far into it, and how many writes lie between two faults. What the threads of the site and of
its visitors do at that instant is not repeated, so a fault that depends on a race may need the same seed several times.
`RUNS=200 make chaos` continues until 200 faults of the plan are done, `SECONDS=900` for that time.

It uses loopback only and its own data folder, and ends only what it started. The table goes to `docs/measurements.md`;
the exit status is 1 if anything was lost, incomplete, stuck, or late, or if no fault came in the middle of an action.
"""

from __future__ import annotations

import os
import signal
import statistics
import sys
from random import SystemRandom

from bench.measurements import write_section
from config.embedded.wording import say
from tests.chaos.moments import PASSING
from tests.chaos.run import HEALTHY_SECONDS, IDLE_SECONDS, Report, run

SECONDS = 300.0


def main() -> int:
    runs = int(os.environ.get("RUNS") or 0)
    seconds = float(os.environ.get("SECONDS") or (SECONDS if not runs else 60.0 * runs))
    seed = int(os.environ.get("SEED") or SystemRandom().randrange(10**6))
    say(f"SEED={seed}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # The site and its disk go with the run.
    load = os.getloadavg()[0]
    report = run(seed, runs or 1000, seconds)
    table = f"{format_report(report)} The machine's load average when the run began: {load:.1f}."
    say("\n" + table)
    write_section("Faults (`make chaos`)", table)
    for line in report.everything_wrong:
        say(f"WRONG: {line}")
    if report.everything_wrong:
        say(f"Run it again: SEED={seed} RUNS={sum(map(len, report.healthy.values()))} make chaos")
        return 1
    return 0


def format_report(report: Report) -> str:
    """The run as Markdown."""
    lines = [
        "| fault | times | in the middle | pages after, median | worst | worker after, median | worst |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for kind, pages in sorted(report.healthy.items()):
        worker = report.working[kind]
        lines.append(
            f"| {kind} | {len(pages)} | {report.hits.by_fault[kind]} | {statistics.median(pages):.1f} s "
            f"| {max(pages):.1f} s | {statistics.median(worker):.1f} s | {max(worker):.1f} s |"
        )
    hits = report.hits
    lines += ["", "| action | faults | in its middle |", "|---|---:|---:|"]
    lines += [f"| {action} | {count} | {hits.hit[action]} |" for action, count in sorted(hits.delivered.items())]
    jobs, written, answers = report.jobs, report.moments.acknowledged, report.moments.answers
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
        f"| lost, doubled, torn, hung, failed or not judged | {len(report.wrong)} |",
        f"| answers: done, “not now” (503, 507, 429), cut off, other 5xx | {done}, {not_now}, {answers[0]}, {broken} |",
        f"| background jobs asked for, taken over from a killed worker | {len(jobs.seen)}, {jobs.taken_over} |",
        "| longest time an interrupted job was idle, since its worker's last sign of life "
        f"(limit: {IDLE_SECONDS:.0f} s) | {jobs.longest_orphaned.total_seconds():.0f} s |",
        f"| longest wait of a job that nobody had begun | {jobs.longest_waiting.total_seconds():.0f} s |",
    ]
    if report.no_disk:
        lines.append(f"\nThe disk was not filled: {report.no_disk}.")
    lines.append(
        f"\nLimit: the pages answer and the worker has done a job within {HEALTHY_SECONDS:.0f} s without help. After a "
        "power failure the time begins with the end of `make run`'s start. A fault is in the middle of an action if "
        "its request was unanswered, or its job not done, when the fault was there."
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
