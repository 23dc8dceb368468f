"""Judge notes: nothing is overwritten, and who may write them."""

from datetime import date

import pytest

from accounts.actor import SYSTEM
from accounts.refusals import Conflict, NotAllowed, Refusal, SeveralProblems
from cardpool.models import CardNote
from cardpool.queries.notes import note_lines, noted_cards, notes_of_game
from cardpool.services.notes import NoteText, replace_note, restore_note, withdraw_note, write_note
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import make_actor, make_event, owner_of, staff_actor
from tests.two_at_once import at_once, refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def card():
    return make_card("HBU01-A07", "赛罗奥特曼")


def written(card, answer="可以。", question="能不能换？", **more) -> CardNote:
    return write_note(actor=manager(), card_id=card.pk, text=NoteText(question, answer, **more))


def test_a_note_keeps_who_wrote_it_and_when(card):
    actor = manager()
    text = NoteText("问\r\n\r\n\r\n二", "  答\x07案 \n", " 官方\n公告 ", date(2026, 1, 2))
    note = write_note(actor=actor, card_id=card.pk, text=text)
    assert (note.question, note.answer, note.source) == ("问\n\n二", "答案", "官方 公告")
    assert (note.answered_on, note.written_by, note.written_by_user) == (date(2026, 1, 2), actor.label, actor.user)
    assert note.written_at is not None


def test_a_change_is_another_row_and_the_old_one_stays(card):
    first = written(card, "一")
    second = replace_note(actor=manager(), note_id=first.pk, text=NoteText("问", "二"))
    third = replace_note(actor=manager(), note_id=second.pk, text=NoteText("问", "三"))
    other = written(card, "别的")
    assert CardNote.objects.get(pk=first.pk).answer == "一"
    line, further = note_lines(card)
    assert (line.newest, line.older, further.newest) == (third, (second, first), other)
    assert list(notes_of_game(card.game)) == [other, third]
    assert noted_cards(card.game) == {card.key: 2}


def test_the_same_words_are_no_new_version(card):
    note = written(card, "答", "问", source="x")
    assert replace_note(actor=manager(), note_id=note.pk, text=NoteText(" 问 ", "答\n", "x")) == note
    assert CardNote.objects.count() == 1


def test_withdrawing_and_taking_it_back(card):
    note = written(card)
    actor = manager()
    withdraw_note(actor=actor, note_id=note.pk)
    note.refresh_from_db()
    assert note.withdrawn_by == actor.label
    assert note.withdrawn_at
    assert not notes_of_game(card.game)
    assert note_lines(card)[0].is_withdrawn
    for again in (
        lambda: withdraw_note(actor=actor, note_id=note.pk),
        lambda: replace_note(actor=actor, note_id=note.pk, text=NoteText("", "x")),
    ):
        with pytest.raises(Conflict, match="note_withdrawn"):
            again()
    for _ in range(2):
        restore_note(actor=actor, note_id=note.pk)
        assert list(notes_of_game(card.game)) == [note]


def test_a_replaced_note_is_out_of_reach(card):
    note = written(card)
    newer = replace_note(actor=manager(), note_id=note.pk, text=NoteText("", "新"))
    for late in (
        lambda: replace_note(actor=manager(), note_id=note.pk, text=NoteText("", "又")),
        lambda: withdraw_note(actor=manager(), note_id=note.pk),
        lambda: restore_note(actor=manager(), note_id=note.pk),
    ):
        with pytest.raises(Conflict) as refused:
            late()
        assert (refused.value.code, refused.value.facts["by"]) == ("note_replaced", newer.written_by)


def test_what_a_note_needs(card):
    with pytest.raises(Refusal) as refused:
        written(card, " \n ")
    assert (refused.value.code, refused.value.field) == ("answer_required", "answer")
    with pytest.raises(SeveralProblems) as several:
        written(card, "", "问" * 1001, source="s" * 301)
    assert {problem.field for problem in several.value.problems} == {"question", "answer", "source"}
    assert not CardNote.objects.exists()


def test_only_who_manages_games_may_write(card):
    note = written(card)
    event = make_event()
    for actor in (make_actor(), owner_of(event), staff_actor(event, "judge"), SYSTEM):
        for attempt in (
            lambda actor=actor: write_note(actor=actor, card_id=card.pk, text=NoteText("", "x")),
            lambda actor=actor: replace_note(actor=actor, note_id=note.pk, text=NoteText("", "x")),
            lambda actor=actor: withdraw_note(actor=actor, note_id=note.pk),
            lambda actor=actor: restore_note(actor=actor, note_id=note.pk),
        ):
            with pytest.raises(NotAllowed, match="not_a_game_manager"):
                attempt()
    assert list(notes_of_game(card.game)) == [note]


def test_notes_are_found_by_their_words_and_by_their_card(card):
    note = written(card, "每回合一次", "终极形态算不算？")
    other = written(make_card("HBU01-A10", "月神"), "不算", "二选一？")
    assert list(notes_of_game(card.game, "每回合")) == [note]
    assert list(notes_of_game(card.game, "slatm")) == [note]
    assert list(notes_of_game(card.game, "hbu01")) == [other, note]
    assert not notes_of_game(card.game, "没有的")


@pytest.mark.django_db(transaction=True)
def test_two_changes_at_once_leave_one_line_of_versions(card):
    note = written(card)
    people = [manager(), manager()]
    results = at_once(
        card,
        *(
            lambda actor=actor: replace_note(actor=actor, note_id=note.pk, text=NoteText("", actor.label))
            for actor in people
        ),
    )
    assert refusals(results) == ["note_replaced"]
    (line,) = note_lines(card)
    assert len(line.older) == 1
    assert line.newest.answer in {actor.label for actor in people}


@pytest.mark.django_db(transaction=True)
def test_withdrawing_while_somebody_changes_loses_neither(card):
    note = written(card)
    results = at_once(
        card,
        lambda: withdraw_note(actor=manager(), note_id=note.pk),
        lambda: replace_note(actor=manager(), note_id=note.pk, text=NoteText("", "新")),
    )
    assert len(refusals(results)) == 1
    (line,) = note_lines(card)
    assert line.is_withdrawn != bool(line.older)
