"""`python -m bench.strangers_measured`: seconds of processor of the slowest things a stranger may ask for, as JSON.

On the database of the test suite, with pools of `bench.reading.POOL` cards and an event of a thousand players.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import django

from bench.hostile_files import LIGATURES, under_the_limit
from bench.hostile_lists import LIGATURE_TAPS, LISTS, MORE_LIGATURES, TAKEN_TAPS
from bench.hostile_replays import FULL_REPLAY, REPLAYS, full_replay
from bench.pages_measured import make_event
from bench.reading import DAY, made_up_cards
from decks.text.catalogue import ListedCard
from decks.text.listing import MAX_CARDS
from decks.text.share import MAX_PAYLOAD_LENGTH, SharedCard, SharedList, write_payload

GAMES = ("ultraman-hero-duel", "pokemon-tcg", "rush-duel")
PLAYERS = 1_000
REPEATS = 3
Ask = Callable[[Any], Any]


def asked() -> Iterator[tuple[str, Ask]]:
    """Everything measured: its name, and how it is asked for with a client."""
    for game in GAMES:
        yield from _lists(game)
        yield from _cards(game)
    yield from _events()
    for name, make in REPLAYS.items():
        yield f"an event file: {name}", partial(_send_file, "/conformance/", {}, "archive", "event.json", make())
    yield FULL_REPLAY, partial(_send_file, "/conformance/", {}, "archive", "event.json", full_replay())
    yield "the API's schema", partial(_get, "/api/v1/schema/", {})


def _lists(game: str) -> Iterator[tuple[str, Ask]]:
    typed = import_module("decks.views.typed")
    book = _book(game)
    cards, section = book.catalogue.cards, book.form.sections[0].key
    for name, make in LISTS.items():
        sent = {"game": game, "text": make(cards)}
        taps = [f"add:{section}:{cards[0].number}"] * typed.MAX_EDITS
        yield f"{game}: {name}", partial(_post, "/decks/check/", sent)
        yield f"{game}: {name}, the most taps", partial(_post, "/decks/check/", {**sent, "edit": taps})
        yield (
            f"{game}: {name}, over the API",
            partial(_post_json, f"/api/v1/games/{game}/judge/", {"text": sent["text"]}),
        )
    taps = [f"add:{section}:{card.number}" for card in cards[: typed.MAX_EDITS]]
    yield f"{game}: the most taps on nothing", partial(_post, "/decks/check/", {"game": game, "text": "", "edit": taps})
    ten = [f"add:{section}:{cards[0].number}"] * 10
    for name, text in ((LIGATURE_TAPS, MORE_LIGATURES), (TAKEN_TAPS, LIGATURES)):
        yield f"{game}: {name}", partial(_post, "/decks/check/", {"game": game, "text": text, "edit": ten})
    payload = _longest_link(game, section, cards)
    for to in ("", "csv/", "xlsx/"):
        yield f"{game}: the longest shared list {to}", partial(_get, f"/decks/shared/{payload}/{to}", {})
    limits = import_module("decks.uploads.workbook").LIST_WORKBOOK
    data = under_the_limit(limits.max_elements - 100)
    name = f"{game}: a workbook of {limits.max_elements:,} elements"
    yield name, partial(_send_file, "/decks/check/", {"game": game}, "file", "list.xlsx", data)


def _book(game: str) -> Any:
    queries = import_module("cardpool.queries")
    row = import_module("cardpool.models").CardGame.objects.get(slug=game)
    return import_module("decks.judging").book_of(queries.current_ruleset(row, on=DAY))


def _longest_link(game: str, section: str, cards: Sequence[ListedCard]) -> str:
    held = [SharedCard(section, 99, card.number) for card in random.Random(3).sample(cards, MAX_CARDS)]
    while len(payload := write_payload(SharedList(game, tuple(held)))) > MAX_PAYLOAD_LENGTH:
        del held[-5:]
    return payload


def _cards(game: str) -> Iterator[tuple[str, Ask]]:
    for words in ("a", "奥", "zhanshi " * 10, "s" * 80, "龙 奥 特 " * 20):
        sent = {"q": words, "page": "9" * 20}
        yield f"{game}: cards like “{words[:12]}”", partial(_get, f"/cards/{game}/", sent)
    sent = {"search": "a", "page": "150"}
    yield f"{game}: cards like “a” over the API", partial(_get, f"/api/v1/games/{game}/cards/", sent)


def _events() -> Iterator[tuple[str, Ask]]:
    event = make_event(PLAYERS, random.Random(PLAYERS))
    entry = event.registrations.first()
    pages = ("pairings/", "pairings/?find=0", "standings/", "standings/3/", "players/?find=0", "pairings/1/proof/")
    for page in (*pages, f"standings/5/{entry.pk}/OMW/", f"standings/5/{entry.pk}/OGW/"):
        name = page.replace(str(entry.pk), "…")
        yield f"event of {PLAYERS:,}: {name}", partial(_get, f"/t/{event.code}/{page}", {})
    address = f"/api/v1/tournaments/{event.code}/standings/"
    yield f"event of {PLAYERS:,}: standings over the API", partial(_get, address, {})


def _get(path: str, sent: dict[str, str], client: Any) -> Any:
    return client.get(path, sent) if sent else client.get(path)


def _post(path: str, sent: dict[str, Any], client: Any) -> Any:
    return client.post(path, sent)


def _post_json(path: str, sent: dict[str, Any], client: Any) -> Any:
    return client.post(path, json.dumps(sent), content_type="application/json")


def _send_file(path: str, sent: dict[str, Any], field: str, name: str, data: bytes, client: Any) -> Any:
    uploaded = import_module("django.core.files.uploadedfile").SimpleUploadedFile(name, data)
    return client.post(path, {**sent, field: uploaded})


def measure(ask: Ask) -> dict[str, Any]:
    """The median seconds of processor of an answer to a new visitor; the first, which fills caches, stands apart."""
    client, cache = import_module("django.test").Client, import_module("django.core.cache").cache
    taken = []
    for _ in range(REPEATS + 1):
        cache.clear()
        start = time.process_time()
        answer = ask(client(HTTP_ACCEPT_LANGUAGE="en"))
        taken.append(time.process_time() - start)
    return {"seconds": sorted(taken[1:])[REPEATS // 2], "first": taken[0], "status": answer.status_code}


def fill() -> None:
    """The shipped games with large pools of made-up cards."""
    models = import_module("cardpool.models")
    for slug in GAMES:
        game = models.CardGame.objects.get(slug=slug)
        known = set(game.cards.values_list("key", flat=True))
        models.Card.objects.bulk_create(
            [
                models.Card(game=game, key=card.number, number=card.number, name=card.name)
                for card in made_up_cards(slug)
                if card.number not in known
            ],
            batch_size=2_000,
        )
        import_module("cardpool.services").pool_changed(game=game)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    call = import_module("django.core.management").call_command
    call("migrate", verbosity=0)
    call("load_games", verbosity=0)
    fill()
    import_module("config.embedded.web").collect_seldom()  # As a web process does, and what `config/warm_up.py` does.
    import_module("cardpool.queries").prepare_searches()
    import_module("decks.judging").prepare_books()
    import_module("django.test.utils").setup_test_environment()
    sys.stdout.write(json.dumps({name: measure(ask) for name, ask in asked()}))


if __name__ == "__main__":
    main()
