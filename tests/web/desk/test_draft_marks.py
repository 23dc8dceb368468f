"""What is unusual about a draft stays on its rows, and publishing asks about it by name."""

from __future__ import annotations

import re

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, pair, publish
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Round, Tournament
from tournaments.services.drafts import swap_players
from tournaments.services.entries.apart import allow_pairing, keep_apart
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(planned_rounds=3)
    enter(tournament, "Ann", "Bob", "Cleo", "Dan")
    return tournament


def started(event: Tournament) -> Client:
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    return browser(owner_of(event))


def together(event: Tournament, round: Round, *names: str) -> None:
    """Seat two players at one table by hand, unless they are there already."""
    one, other = (event.registrations.get(name=name).pk for name in names)
    table = next(match for match in round.matches.all() if one in (match.player1_id, match.player2_id))
    opponent = table.player2_id if table.player1_id == one else table.player1_id
    if opponent != other:
        swap_players(actor=owner_of(event), round_id=round.pk, registration_a=opponent, registration_b=other)


def test_a_pair_kept_apart_stays_marked_and_publishing_asks(event: Tournament) -> None:
    one, other = (event.registrations.get(name=name).pk for name in ("Ann", "Bob"))
    keep_apart(actor=owner_of(event), tournament_id=event.pk, registration_a=one, registration_b=other, is_hard=True)
    client = started(event)
    draft = pair(event)
    together(event, draft, "Ann", "Bob")
    page = reverse("desk_round", args=[event.code, 1])
    for _ in range(2):
        assert "They are to be kept apart" in words_of(client.get(page))
    path = reverse("desk_round_publish", args=[event.code, 1])
    asked = words_of(client.post(path))
    assert "Publish Round 1 as it is?" in asked
    assert "Ann – Bob: They are to be kept apart" in asked or "Bob – Ann: They are to be kept apart" in asked
    draft.refresh_from_db()
    assert draft.status == "draft"
    client.post(
        path, {"confirmed": re.findall(r'name="confirmed" value="([^"]+)"', client.post(path).content.decode())[0]}
    )
    draft.refresh_from_db()
    assert draft.status == "published"


def test_a_mark_that_came_up_since_the_question_is_asked_about(event: Tournament) -> None:
    client = started(event)
    draft = pair(event)
    path = reverse("desk_round_publish", args=[event.code, 1])
    seen = ""
    for table in draft.matches.order_by("table")[:2]:
        one, other = table.player1, table.player2
        pair_of = {"registration_a": one.pk, "registration_b": other.pk}
        keep_apart(actor=owner_of(event), tournament_id=event.pk, is_hard=True, **pair_of)
        asked = client.post(path, {"confirmed": seen} if seen else {})
        assert f"{one.name} – {other.name}: They are to be kept apart" in words_of(asked)
        seen = re.findall(r'name="confirmed" value="([^"]+)"', asked.content.decode())[0]
    draft.refresh_from_db()
    assert draft.status == "draft"
    client.post(path, {"confirmed": seen})
    draft.refresh_from_db()
    assert draft.status == "published"


def test_the_api_asks_too(event: Tournament) -> None:
    started(event)
    draft = pair(event)
    table = draft.matches.get(table=1)
    names = [table.player1.name, table.player2.name]
    keep_apart(
        actor=owner_of(event),
        tournament_id=event.pk,
        registration_a=table.player1_id,
        registration_b=table.player2_id,
        is_hard=True,
    )
    asker, path = ApiAsker(owner_of(event)), f"tournaments/{event.code}/rounds/1/steps/publish/"
    for body in (None, {}, {"confirmed": False}):
        answer = asker.post(path, body, status=409)
        assert answer["code"] == "marks_unconfirmed"
        assert answer["facts"]["marks"] == [{"kind": "kept_apart", "names": names}]
        assert " – ".join(names) in answer["detail"]
    assert asker.get(f"tournaments/{event.code}/rounds/1/")["status"] == "draft"
    assert asker.post(path, {"confirmed": True})["status"] == "published"
    assert asker.post(path, {"confirmed": True}, status=409)["code"] == "round_not_draft"


def test_a_draft_without_marks_needs_no_confirmation_over_the_api(event: Tournament) -> None:
    started(event)
    pair(event)
    path = f"tournaments/{event.code}/rounds/1/steps/publish/"
    assert ApiAsker(owner_of(event)).post(path)["status"] == "published"


def test_who_is_kept_apart_after_the_draft_was_paired_is_marked(event: Tournament) -> None:
    """The draft went out unasked: the marks were those of the moment it was paired."""
    client = started(event)
    draft = pair(event)
    table = draft.matches.get(table=1)
    one, other = table.player1, table.player2
    owner = owner_of(event)
    keep_apart(actor=owner, tournament_id=event.pk, registration_a=one.pk, registration_b=other.pk, is_hard=True)
    assert "They are to be kept apart" in words_of(client.get(reverse("desk_round", args=[event.code, 1])))
    asked = words_of(client.post(reverse("desk_round_publish", args=[event.code, 1])))
    assert "They are to be kept apart" in asked
    allow_pairing(actor=owner, tournament_id=event.pk, keep_apart_id=event.kept_apart.get().pk)
    assert "They are to be kept apart" not in words_of(client.get(reverse("desk_round", args=[event.code, 1])))


def test_who_joined_a_team_after_the_draft_was_paired_is_marked(event: Tournament) -> None:
    client = started(event)
    table = pair(event).matches.get(table=1)
    one, other = table.player1, table.player2
    for entry in (one, other):
        entry.team = "Red"
        entry.save()
    assert "They are of one team" in words_of(client.get(reverse("desk_round", args=[event.code, 1])))
    event.team_policy = "ignore"
    event.save()
    assert "one team" not in words_of(client.get(reverse("desk_round", args=[event.code, 1])))


def test_players_exchanged_across_the_points_are_counted(event: Tournament) -> None:
    client = started(event)
    finish_round(publish(event), (2, 0, 0))
    draft = pair(event)
    address = reverse("desk_round", args=[event.code, 2])
    assert "Everybody meets somebody with the same points." in words_of(client.get(address))
    one, other = draft.matches.order_by("table")
    swap_players(
        actor=owner_of(event), round_id=draft.pk, registration_a=one.player1_id, registration_b=other.player1_id
    )
    words = words_of(client.get(address))
    assert "2 pair-downs." in words
    assert words.count("3 points apart") == 4, "two in the list of what is unusual, two on the rows"
    assert "Everybody meets somebody with the same points." not in words


def test_a_rematch_and_a_second_bye_are_marked(event: Tournament) -> None:
    enter(event, "Eve")
    client = started(event)
    first = publish(event)
    had = first.byes.get().registration
    met = first.matches.first()
    finish_round(first)
    draft = pair(event)
    together(event, draft, met.player1.name, met.player2.name)
    words = words_of(client.get(reverse("desk_round", args=[event.code, 2])))
    assert "They have met before" in words
    assert "They have met before" in words_of(client.post(reverse("desk_round_publish", args=[event.code, 2])))
    now = draft.byes.get().registration
    if now != had:
        swap_players(actor=owner_of(event), round_id=draft.pk, registration_a=now.pk, registration_b=had.pk)
    assert "Already had a bye" in words_of(client.get(reverse("desk_round", args=[event.code, 2])))


def test_players_of_one_team_are_marked_as_such() -> None:
    event = make_event(planned_rounds=3, team_policy="never")
    enter(event, "Ann", "Bob", team="Red")
    enter(event, "Cleo", "Dan", team="Blue")
    client = started(event)
    together(event, pair(event), "Ann", "Bob")
    assert "They are of one team" in words_of(client.get(reverse("desk_round", args=[event.code, 1])))


def test_a_draft_without_marks_is_published_at_once(event: Tournament) -> None:
    client = started(event)
    draft = pair(event)
    client.post(reverse("desk_round_publish", args=[event.code, 1]))
    draft.refresh_from_db()
    assert draft.status == "published"


def test_nobody_is_chosen_for_a_swap_beforehand(event: Tournament) -> None:
    client = started(event)
    pair(event)
    page = client.get(reverse("desk_round", args=[event.code, 1])).content.decode()
    begin = page.index('id="swap-one"')
    swap = page[begin : page.index("</form>", begin)]
    assert "selected" not in swap
    assert swap.count('<option value="">') == 2


def test_a_swap_names_what_it_would_mark_before_it_is_made(event: Tournament) -> None:
    """Pairs that must never meet cost nothing by any level: only the mark says what the swap does."""
    one, other = (event.registrations.get(name=name).pk for name in ("Ann", "Bob"))
    client = started(event)
    draft = pair(event)
    table = draft.matches.filter(Q(player1=one) | Q(player2=one)).get()
    opponent = table.player2_id if table.player1_id == one else table.player1_id
    if opponent == other:
        other = event.registrations.get(name="Cleo").pk
    keep_apart(actor=owner_of(event), tournament_id=event.pk, registration_a=one, registration_b=other, is_hard=True)
    page = reverse("desk_round_swap", args=[event.code, 1])
    asked = words_of(client.get(page, {"one": opponent, "other": other}))
    assert "They are to be kept apart" in asked
    uninvolved = next(entry.pk for entry in event.registrations.all() if entry.pk not in (one, other, opponent))
    assert "They are to be kept apart" not in words_of(client.get(page, {"one": opponent, "other": uninvolved}))


def test_a_swap_of_a_restored_draft_is_undone_once(event: Tournament) -> None:
    started(event)
    draft = pair(event)
    first, second = draft.matches.order_by("table")
    swap_players(
        actor=owner_of(event), round_id=draft.pk, registration_a=first.player1_id, registration_b=second.player1_id
    )
    event.refresh_from_db()
    again = restored(event)
    client = browser(owner_of(again))
    keys = [again.registrations.get(name=one.player1.name).pk for one in (first, second)]
    back = reverse("desk_round_swap_back", args=[again.code, 1, *keys])
    assert back in client.get(reverse("desk", args=[again.code])).content.decode()
    assert "are back in their places" in words_of(client.post(back, follow=True))
    assert client.post(back).status_code == 409


def test_a_swap_is_undone_from_the_log(event: Tournament) -> None:
    client = started(event)
    draft = pair(event)
    first, second = draft.matches.order_by("table")
    swap_players(
        actor=owner_of(event), round_id=draft.pk, registration_a=first.player1_id, registration_b=second.player1_id
    )
    back = reverse("desk_round_swap_back", args=[event.code, 1, first.player1_id, second.player1_id])
    assert f'action="{back}"' in client.get(reverse("desk", args=[event.code])).content.decode()
    undone = words_of(client.post(back, follow=True))
    assert "are back in their places" in undone
    assert "Everybody can see that this draft was edited" not in undone
    draft.refresh_from_db()
    assert not draft.edited_by_hand
    assert client.post(back).status_code == 409, "pressed twice, it moves nobody"
    draft.refresh_from_db()
    assert not draft.edited_by_hand
    assert back not in client.get(reverse("desk", args=[event.code])).content.decode()
    client.get(reverse("desk", args=[event.code]))  # The notice of the swap offers its undo, once.
    client.post(reverse("desk_round_publish", args=[event.code, 1]))
    assert "swap/" not in client.get(reverse("desk", args=[event.code])).content.decode()
