"""A PostgreSQL and a Redis of its own for a part that measures the site, with measuring processes beside them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from config.embedded import temporary


@contextmanager
def own_services() -> Iterator[Callable[..., str]]:
    """Both in a temporary folder, as the test suite has them; yields what runs a program there and gives its output."""
    folder = temporary.make_folder()
    environment = {
        **os.environ,
        "DUELDESK_TEST_FOLDER": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
    }

    def run(program: str, *words: object) -> str:
        command = [sys.executable, "-m", program, *map(str, words)]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout

    try:
        temporary.start(folder)
        yield run
    finally:
        temporary.remove(folder)


def measured(program: str, *words: object) -> Any:
    """What a program prints there as JSON."""
    with own_services() as run:
        return json.loads(run(program, *words))
