"""Names and the bracket are read for each change that counts in them: not for a result, not for each language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people_and_events import owner_of
from tests.running_events import publish, score, start_event
from tests.web.public.visiting import browser, cut_event
from tournaments.queries import finding, tables
from tournaments.views.public import overview

pytestmark = pytest.mark.django_db


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[str]:
    """Every call of a module's function."""
    calls: list[str] = []
    real = getattr(module, name)

    def work(*given: Any, **named: Any) -> Any:
        calls.append(name)
        return real(*given, **named)

    monkeypatch.setattr(module, name, work)
    return calls


@pytest.mark.parametrize("page", ["pairings", "players"])
def test_a_result_brings_no_new_names(monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    folded = counted(monkeypatch, finding, "folded")
    listed = counted(monkeypatch, overview, "listed_entries")
    event = start_event(8)
    round = publish(event)
    path = f"/t/{event.code}/{page}/?find=p01"
    assert "P01" in browser().get(path).content.decode()
    names = len(folded)
    assert names >= 8
    for table in (1, 2):
        score(round.matches.get(table=table), 2, 0)
        folded.clear()
        assert "P01" in browser().get(path).content.decode()
        assert len(folded) < names
    assert len(listed) == (page == "players")


@pytest.mark.parametrize("page", ["pairings", "players"])
def test_a_new_name_is_found_at_once(page: str) -> None:
    event = start_event(8)
    publish(event)
    path = f"/t/{event.code}/{page}/?find=nova"
    assert "Nova" not in browser().get(path).content.decode()
    event.registrations.filter(name="P03").update(public_name="Nova")
    assert "Nova" in browser().get(path).content.decode()


def test_the_bracket_is_read_once_for_all_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = counted(monkeypatch, tables, "brackets_of")
    event = cut_event()
    for language in ("en", "zh-hans", "en"):
        assert "<svg" in browser(language=language).get(f"/t/{event.code}/bracket/").content.decode()
    assert len(drawn) == 1
    match = event.rounds.get(number=3).matches.first()
    assert match is not None
    score(match, 2, 0, actor=owner_of(event))
    assert "bracket-won" in browser().get(f"/t/{event.code}/bracket/").content.decode()
    assert len(drawn) == 2
