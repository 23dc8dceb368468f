"""Names looked for in long lists: answered from the kept sections of the list, without Django."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from config.serving.front import Front
from config.serving.lanes import Lane, LaneSize
from tests.config.serving.asking import Visit, ask
from tests.config.serving.whole_front import close_lanes, whole_front
from tests.own_loop import run_async
from tests.running_events import finish_round, publish, score, start_event
from tests.web.public.visiting import browser, some_years_ago
from tournaments.marks import Mark
from tournaments.models import Tournament
from tournaments.pages import found, full_names
from tournaments.pages.store import KeptPage, keep_body, store
from tournaments.queries.kept import kept
from tournaments.queries.versions import marks_of
from tournaments.views import sections

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 8


@pytest.fixture
def front(monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    monkeypatch.setattr(sections, "MAX_SHORT_LIST", 1)
    monkeypatch.setattr(sections, "SECTION_ROWS", 2)
    for one in (store, kept, found._sections, full_names.full_names):
        one.clear()
    with whole_front() as made:
        yield made


@pytest.fixture
def event() -> Tournament:
    """An event whose second round is published, with a masked child and an entry without a seat."""
    tournament = start_event(PLAYERS)
    finish_round(publish(tournament))
    child = tournament.registrations.select_related("player").get(name="P03")
    child.player.birth_year = some_years_ago(11)
    child.player.save()
    publish(tournament)
    return tournament


def look(front: Front, event: Tournament, find: str, page: str = "pairings", **headers: str) -> Visit:
    """A search as the front answers it."""
    visit = Visit("GET", f"/t/{event.code}/{page}/", {"Accept-Language": "en", **headers}, query=f"find={quote(find)}")
    return run_async(ask(front, visit))


def rows_in(text: str) -> list[str]:
    """The keys of the first entries of the rows that a page shows, and whether it says that there is nobody."""
    nobody = "There is nobody with this name" in text
    return [*re.findall(r'data-one="(\d+)"', text), *(["nobody"] if nobody else [])]


@pytest.mark.parametrize("page", ["pairings", "standings", "players"])
def test_a_name_is_found_without_django_as_django_finds_it(front: Front, event: Tournament, page: str) -> None:
    every = sorted(str(key) for key in event.registrations.values_list("pk", flat=True))
    (five,) = event.registrations.filter(name="P05").values_list("pk", flat=True)
    (child,) = event.registrations.filter(name="P03").values_list("pk", flat=True)
    open_lanes = front.lanes
    for find, expected in (
        ("p", every),
        (" P05", [str(five)]),
        ("P03", [str(child)]),
        ("nova", ["nobody"]),
        ('"><b>', ["nobody"]),
    ):
        front.lanes = open_lanes
        first = look(front, event, find, page)
        assert browser().get(f"/t/{event.code}/{page}/", {"find": find}).content.decode() == first.text
        close_lanes(front)
        again = look(front, event, find, page)
        assert (again.status, again.text) == (200, first.text)
        shown = rows_in(first.text)
        if page == "pairings" and expected != ["nobody"]:
            assert len(shown) == (PLAYERS // 2 if find == "p" else 1)
        else:
            assert sorted(shown) == expected
        traces = ('"><b>', "<!--row", "<!--found", found.FRAME, quote(found.FRAME), quote(quote(found.FRAME)))
        assert not [mark for mark in traces if mark in first.text]
        back = f"/t/{event.code}/{page}/?find={quote_plus(find.strip())}"
        assert f'value="{back}"' in first.text, "what is typed stays in the language's form"
        assert "P03" not in re.sub(r'(value="|find=|find%3D)P03', "", first.text)


def test_a_name_is_looked_for_at_the_newest_version(front: Front, event: Tournament) -> None:
    before = look(front, event, "P05").text
    score(event.rounds.get(number=2).matches.order_by("table")[0], 2, 0)
    front.marks.take(event.code, marks_of([event.code])[event.code])
    front.streams.feeds.clear()
    open_lanes = front.lanes
    close_lanes(front)
    assert look(front, event, "P05").text == before, "better than none while Django is busy"
    front.lanes = open_lanes
    now = look(front, event, "P05").text
    assert f'data-mark="{marks_of([event.code])[event.code]}"' in now
    assert now != before


@pytest.mark.parametrize("is_busy", [False, True], ids=["by Django", "from memory"])
def test_full_names_are_not_tried_out_without_end(
    front: Front, event: Tournament, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    """Anybody with the list of a school read at which table each of its children sat."""
    monkeypatch.setattr(full_names, "MAX_NAMES", 2)
    monkeypatch.setattr(full_names, "TIMES_ENTRIES", 0)
    assert len(rows_in(look(front, event, "P03").text)) == 1, "who knows the whole name finds the table"
    look(front, event, "P05")
    if is_busy:
        close_lanes(front)
    assert rows_in(look(front, event, "P99").text) == ["nobody"]
    assert rows_in(look(front, event, "P03").text) != ["nobody"], "a page that renews itself"
    full_names.full_names.clear()
    look(front, event, "P98")
    look(front, event, "P97")
    over = look(front, event, "P03").text
    assert rows_in(over) == ["nobody"]
    assert "Very many full names were looked for from this network." in over
    seen = look(front, event, "P05").text
    assert rows_in(seen) != ["nobody"]
    assert "Very many full names" not in seen


def test_a_hall_that_looks_for_its_names_is_a_few_requests(front: Front, event: Tournament) -> None:
    """Each name was a request to Django, and the lane's queue was full after two hundred."""
    asked: list[str] = []
    django = front.bridge.application

    def counted(environment: dict[str, Any], start_response: Callable[..., None]) -> Any:
        asked.append(environment["QUERY_STRING"])
        return django(environment, start_response)

    front.bridge.application = counted
    front.lanes["read"] = lane = Lane("read", LaneSize(threads=1, waiting=6, patience=60))

    async def hall() -> list[Visit]:
        path = f"/t/{event.code}/pairings/"
        names = [f"P{number % PLAYERS + 1:02}" for number in range(60)]
        visits = [Visit("GET", path, {"Accept-Language": "en"}, query=f"find={name}") for name in names]
        return list(await asyncio.gather(*(ask(front, visit) for visit in visits)))

    seen = run_async(hall())
    lane.pool.shutdown()
    assert [visit.status for visit in seen] == [200] * len(seen)
    assert len(asked) <= 8, "those who came before the lane was busy, and one for each part"


def test_rows_of_another_version_are_not_taken(front: Front, event: Tournament) -> None:
    """A section without the row that the index names is of another round, so Django is asked."""
    assert look(front, event, "P05").status == 200
    (frame,) = [key for key in store._pages._values if key.section == found.FRAME_SECTION]
    index = kept.find((event.pk, found.index_name(frame.path)))
    listed = index.find("P05")[0]
    index._rows[index._rows.index(listed)] = type(listed)((0,), listed.section)
    assert found.find_in_memory(frame, "P05", None) == found.replace(frame, section=listed.section)


def test_a_row_of_another_round_does_not_fit(front: Front, event: Tournament) -> None:
    """The heading of one round over a table of the next would send somebody to the wrong table."""
    assert look(front, event, "P05").status == 200
    (frame_key,) = [key for key in store._pages._values if key.section == found.FRAME_SECTION]
    index = kept.find((event.pk, found.index_name(frame_key.path)))
    frame = store.in_memory(frame_key)
    text = frame.body.decode().replace("<!--rows:tables2-->", "<!--rows:tables1-->")
    older = keep_body(text.encode(), mark=Mark(event.pk, 0), content_type=frame.content_type)
    assert found.put_together(frame_key, "P05", older, index, store.in_memory) == frame_key
    assert isinstance(found.put_together(frame_key, "P05", frame, index, store.in_memory), KeptPage)


def test_a_name_given_twice_is_read_as_django_reads_it(front: Front, event: Tournament) -> None:
    look(front, event, "P05")
    close_lanes(front)
    path = f"/t/{event.code}/pairings/"
    visit = run_async(ask(front, Visit("GET", path, {"Accept-Language": "en"}, query="find=P05&find=")))
    assert visit.status == 503 or len(rows_in(visit.text)) > 1, "the last one counts: the whole list"


def test_everybody_of_a_full_hall_may_look_for_their_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_names, "MAX_NAMES", 2)
    asked = full_names.FullNames()
    allowed = [asked.take("/t/abcdef/pairings/", "192.0.2.1", f"P{number}", entries=2) for number in range(7)]
    assert allowed == [True] * 6 + [False]
