"""What the bodies of requests may cost, each and together."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from config.disk.space import Level
from config.serving import bodies as module
from config.serving.bodies import IN_MEMORY, MAX_BODY, MAX_UPLOAD, Bodies, BodyRefused
from config.serving.lanes import VisitorGone
from tests.own_loop import run_async

FORM, UPLOAD = "/t/abc/register/", "/desk/games/pokemon-tcg/import/"


def scope(path: str = FORM, *, stated: int | None = None) -> dict[str, Any]:
    headers = [(b"content-length", str(stated).encode())] if stated is not None else []
    return {"path": path, "headers": headers}


class Sender:
    """Sends parts of a body, then nothing more; counts what was taken."""

    def __init__(self, *parts: bytes, ends: bool = True, leaves: bool = False) -> None:
        self.parts = list(parts)
        self.ends, self.leaves = ends, leaves

    async def receive(self) -> dict[str, Any]:
        if self.parts:
            part = self.parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(self.parts) or not self.ends}
        if not self.leaves:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}


def read(bodies: Bodies, sender: Sender, path: str = FORM, *, stated: int | None = None) -> bytes:
    async def whole() -> bytes:
        async with bodies.read(scope(path, stated=stated), sender.receive) as body:
            return body.read()

    return run_async(whole())


def refused(bodies: Bodies, sender: Sender, path: str = FORM, *, stated: int | None = None) -> int:
    """The status of the refusal, after which nothing is held."""
    held = bodies.held
    with pytest.raises(BodyRefused) as refusal:
        read(bodies, sender, path, stated=stated)
    assert bodies.held == held
    return refusal.value.status


@pytest.mark.parametrize("size", [0, 10, IN_MEMORY, IN_MEMORY + 1, MAX_BODY])
def test_a_body_within_the_limit_arrives_whole_and_is_held_no_longer(size: int) -> None:
    data = bytes(number % 251 for number in range(size))
    bodies = Bodies()
    assert read(bodies, Sender(*(data[at : at + 60_000] for at in range(0, size, 60_000)), b"")) == data
    assert bodies.held == 0


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    sender = Sender(b"x")
    assert refused(Bodies(), sender, stated=MAX_BODY + 1) == 413
    assert refused(Bodies(), sender, UPLOAD, stated=MAX_UPLOAD + 1) == 413
    assert sender.parts == [b"x"]


@pytest.mark.parametrize(("path", "most"), [(FORM, MAX_BODY), (UPLOAD, MAX_UPLOAD)])
def test_a_body_of_unstated_length_is_cut_off_where_the_limit_is_reached(path: str, most: int) -> None:
    sender = Sender(b"x" * most, b"x", b"y")
    assert refused(Bodies(), sender, path) == 413
    assert sender.parts == [b"y"]


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BODY_SECONDS", 0.01)
    assert refused(Bodies(), Sender(ends=False)) == 408
    assert refused(Bodies(), Sender(b"x" * (IN_MEMORY + 1), ends=False)) == 408


def test_who_leaves_in_the_middle_is_gone() -> None:
    bodies = Bodies()
    with pytest.raises(VisitorGone):
        read(bodies, Sender(b"x" * 100_000, ends=False, leaves=True))
    assert bodies.held == 0


def test_all_bodies_together_are_bounded_and_results_always_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_HELD", 100_000)

    async def many() -> None:
        bodies = Bodies()
        async with bodies.read(scope(), Sender(b"x" * 90_000).receive):
            assert bodies.held == 90_000
            with pytest.raises(BodyRefused) as refusal:
                async with bodies.read(scope(), Sender(b"x" * 20_000).receive):
                    pass
            assert refusal.value.status == 503
            async with bodies.read(scope(), Sender(b"winner=1").receive) as body:
                assert body.read() == b"winner=1"
        assert bodies.held == 0

    run_async(many())


def test_nothing_is_written_to_a_disk_that_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "gauge", lambda: SimpleNamespace(level=Level.SCARCE))
    assert refused(Bodies(), Sender(b"x" * (IN_MEMORY + 1))) == 507
    assert read(Bodies(), Sender(b"x" * IN_MEMORY)) == b"x" * IN_MEMORY


def test_a_disk_that_refuses_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.tempfile, "TemporaryFile", full)
    assert refused(Bodies(), Sender(b"x" * (IN_MEMORY + 1))) == 507
