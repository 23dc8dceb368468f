"""`make mutants`: a sample of small faults planted in the pure cores, each tested by the tests that reach it.

`MUTANTS=400 make mutants` tries that many, `SEED=7` the same ones again; `CORES="tournaments/swiss tournaments/play"`
keeps to these cores, `MODULES=12` to as many of their modules, drawn by lot by their length (planting in all of a large
core takes longer than trying the sample), and `MINUTES=8` to what can be tried in that time; `RESUME=1` with the same
settings goes on with what was not tried, in the copy as it is. Of each core the shortest tests are run (`quick.py`), so
that a fault which nothing notices costs seconds. mutmut plants the faults and runs the tests, in a copy of the project
under `var/`; Hypothesis draws the same examples every time, so that a verdict can be repeated.
Survivors are printed with their change and counted in `docs/measurements.md`. Those in `equivalent.toml` change no
behaviour: nothing could catch them, and they are counted separately.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.measurements import write_section
from tests.mutants.quick import CHOSEN, TIMES, choose

PROJECT = Path(__file__).resolve().parents[2]
COPY = PROJECT / "var" / "mutants"
PARTS = ("accounts", "cardpool", "config", "decks", "jobs", "tournaments", "bench", "docs", "tests", "pyproject.toml")
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
SAMPLE = 200
MINUTES = 25.0
MAX_TEST_SECONDS = 12.0
"""Seconds of tests for each core."""
NONE = "none.at.all*"
"""The mutants tried by the run that only plants them and times the tests: none has this name, and mutmut ends."""
UNTRIED = "not checked"
PLANTED = re.compile(r"^only_mutate = \[.*?^\]", re.MULTILINE | re.DOTALL)
RESULT = re.compile(r"^\s+(\S+__mutmut_\d+): ([a-z ]+)$", re.MULTILINE)
CAUGHT = ("killed", "timeout", "suspicious", "segfault", "caught by type check")


@dataclass(frozen=True)
class Change:
    """What a mutant changes: the function, the lines as they are, the lines as they become."""

    function: str
    was: str
    becomes: str


def main() -> int:
    sample = int(os.environ.get("MUTANTS") or SAMPLE)
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))
    cores = os.environ.get("CORES", "").split()
    say(f"SEED={seed} MUTANTS={sample}")
    started = time.monotonic()
    end = started + 60 * float(os.environ.get("MINUTES") or MINUTES)
    os.environ[CHOSEN] = str(COPY / "chosen.json")
    if not os.environ.get("RESUME"):
        choose_tests(copy_project(cores, int(os.environ.get("MODULES") or 0), random.Random(seed)))
        mutmut("run", NONE, may_fail=True)
    every = results()
    chosen = set(random.Random(seed).sample(sorted(every), min(sample, len(every))))
    untried = sorted(name for name in chosen if every[name] == UNTRIED)
    if untried:
        mutmut("run", *untried, seconds=max(1.0, end - time.monotonic()))
    verdicts = {name: verdict for name, verdict in results().items() if name in chosen and verdict != UNTRIED}
    if not verdicts:
        say("Nothing was tried in this time; RESUME=1 goes on in the copy as it is.")
        return 1
    equivalents = named_equivalents()
    survivors = {name: change_of(name) for name, verdict in verdicts.items() if verdict not in CAUGHT}
    left = {name: change for name, change in survivors.items() if change not in equivalents}
    minutes = (time.monotonic() - started) / 60
    table = format_table(verdicts, survivors, left)
    table += f"\n\n{len(verdicts)} of {len(every):,} mutants in {len(set(map(module_of, every)))} modules, "
    table += f"seed {seed}, {minutes:.0f} minutes. "
    table += f"Each core's shortest tests, {MAX_TEST_SECONDS:.0f} seconds of them, were run."
    table += f"\n\n{format_survivors(left)}"
    say(table)
    write_section(title_of(cores), table)
    return 0


def title_of(cores: Sequence[str]) -> str:
    """A section of its own for a part."""
    return "Planted faults (`" + " ".join([*([f"CORES={' '.join(cores)}"] if cores else []), "make mutants`)"])


def kept_to(cores: Sequence[str], settings: str) -> str:
    """The settings of mutmut with only these cores and their tests; unchanged without cores. A core is a folder, or a
    module such as `decks/curves`, whose tests are in one file."""
    known = re.findall(r'^    "([^"\s]+?)(?:/\*|\.py)",$', settings.partition("also_copy")[0], re.MULTILINE)
    for core in known if cores else ():
        if core in cores:
            continue
        folder, _, module = core.rpartition("/")
        lines = (f"{core}/*", f"{core}.py", f"tests/{core}", f"tests/{folder}/test_{module}.py")
        for line in lines:
            settings = settings.replace(f'    "{line}",\n', "")
    return settings


def planted_in(settings: str, project: Path, count: int, rng: random.Random) -> str:
    """The settings of mutmut with faults in no more than `count` modules of those it names, drawn by their length, so
    that each line has about the same chance; unchanged for 0."""
    patterns = tomllib.loads(settings)["tool"]["mutmut"]["only_mutate"]
    globs = (f"{one.removesuffix('*')}**/*.py" if one.endswith("*") else one for one in patterns)
    files = sorted({file for one in globs for file in project.glob(one)})
    if not count or len(files) <= count:
        return settings
    lot = {file: rng.random() ** (1 / (1 + file.read_text(encoding="utf-8").count("\n"))) for file in files}
    drawn = sorted(sorted(files, key=lambda file: -lot[file])[:count])
    lines = "".join(f'    "{file.relative_to(project).as_posix()}",\n' for file in drawn)
    return PLANTED.sub(f"only_mutate = [\n{lines}]", settings)


def copy_project(cores: Sequence[str], modules: int, rng: random.Random) -> list[str]:
    """The parts that the cores and their tests need, again, with faults in this many modules (0: all); answers the
    folders of the tests."""
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for part in PARTS:
        source = PROJECT / part
        if source.is_dir():
            shutil.copytree(source, COPY / part, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy2(source, COPY / part)
    settings = COPY / "pyproject.toml"
    kept = planted_in(kept_to(cores, settings.read_text(encoding="utf-8")), PROJECT, modules, rng)
    settings.write_text(kept, encoding="utf-8")
    with (COPY / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write("\nfrom tests.mutants.quick import *\n")
    folders: list[str] = tomllib.loads(kept)["tool"]["mutmut"]["pytest_add_cli_args_test_selection"]
    return folders


def choose_tests(folders: Sequence[str]) -> None:
    """Time the tests and write down which are chosen."""
    times, chosen = COPY / "times.json", Path(os.environ[CHOSEN])
    plain = ["-q", "-n0", "-p", "no:randomly", "-p", "no:django", "-p", "no:schemathesis", "-p", "no:cacheprovider"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *folders],
        cwd=COPY,
        env={**os.environ, TIMES: str(times), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    chosen.write_text(
        json.dumps(choose(json.loads(times.read_text(encoding="utf-8")), folders, MAX_TEST_SECONDS)), encoding="utf-8"
    )


def mutmut(*words: str, may_fail: bool = False, seconds: float | None = None) -> str:
    """Run mutmut in the copy; returns its output, or exits with it. After this many seconds it is interrupted: what was
    tried by then counts."""
    environment = {**os.environ, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "mutmut", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=COPY, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            return process.communicate()[0]
    if process.returncode and not may_fail:
        raise SystemExit(f"mutmut {words[0]} ended with {process.returncode}:\n{output[-4000:]}\n{errors[-2000:]}")
    return output


def results() -> dict[str, str]:
    """Every mutant and what became of it; “not checked” before it is tried."""
    return dict(RESULT.findall(mutmut("results", "--all", "true")))


def change_of(name: str) -> Change:
    """What the mutant changes, from its difference."""
    lines = mutmut("show", name).splitlines()
    was = [line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---")]
    becomes = [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]
    return Change(function_of(name), "\n".join(was), "\n".join(becomes))


def function_of(name: str) -> str:
    """The dotted name of the mutant's function."""
    module, _, mangled = name.rpartition(".")
    function = re.sub(r"__mutmut_\d+$", "", mangled)
    return f"{module}.{function.removeprefix('x').removeprefix('_').replace('ǁ', '.').strip('.')}"


def named_equivalents() -> set[Change]:
    """The changes that `equivalent.toml` names, each with its reason there."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    assert all(one["why"].strip() for one in listed)
    return {Change(one["function"], one["was"], one["becomes"]) for one in listed}


def module_of(name: str) -> str:
    return name.rpartition(".")[0]


def core_of(name: str) -> str:
    return "/".join(name.split(".")[:2])


def format_table(verdicts: dict[str, str], survivors: dict[str, Change], left: dict[str, Change]) -> str:
    """One row for each core, as Markdown."""
    rows = [
        "| core | tried | caught | equivalent | survived | of which no test reaches |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    tried = Counter(map(core_of, verdicts))
    for core in [*sorted(tried), "all"]:
        own = [name for name in verdicts if core in (core_of(name), "all")]
        living = [name for name in own if name in survivors]
        open_ones = [name for name in own if name in left]
        unreached = sum(verdicts[name] == "no tests" for name in open_ones)
        rows.append(
            f"| {core} | {len(own)} | {len(own) - len(living)} | {len(living) - len(open_ones)} "
            f"| {len(open_ones)} | {unreached} |"
        )
    return "\n".join(rows)


def format_survivors(left: dict[str, Change]) -> str:
    """The survivors, one below the other, as Markdown."""
    return "\n".join(f"- `{one.function}`: `{_line(one.was)}` → `{_line(one.becomes)}`" for one in left.values())


def _line(text: str) -> str:
    return " ⏎ ".join(text.splitlines()).replace("`", "'")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
