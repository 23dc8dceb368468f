"""The front with the site's own Django and database behind it, without its server and without Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.wsgi import get_wsgi_application
from django.db import connection

from config.serving.front import Front
from config.serving.lanes import Lane, LaneSize
from tournaments.queries.versions import marks_of

FULL = LaneSize(threads=0, waiting=0, patience=0)


@contextmanager
def whole_front() -> Iterator[Front]:
    """A front whose threads end with the test."""

    def read(codes: object) -> dict[str, str]:
        try:
            return marks_of(codes)  # type: ignore[arg-type]
        finally:
            connection.close()

    made = Front(get_wsgi_application(), read_marks=read, channel="c", redis_url="redis://nowhere")
    lanes = list(made.lanes.values())
    yield made
    for lane in lanes:
        lane.pool.shutdown()
    made.marks.thread.shutdown()


def close_lanes(front: Front) -> None:
    """From now on Django takes no requests."""
    front.lanes = {name: Lane(name, FULL) for name in front.lanes}
