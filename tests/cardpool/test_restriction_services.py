"""Managing restriction lists: what is saved, what is refused, what applies when, two people at once."""

from dataclasses import replace
from datetime import date

import pytest

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.announcing import judging_changed
from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.models import Card, CardGame, RestrictionList, Ruleset
from cardpool.queries.restrictions import held_lists, known_formats, list_label, restrictions_of, versions_of_list
from cardpool.services.restrictions import ListData, restore_list, save_list, withdraw_list
from tests.people_and_events import load_game, make_actor, make_event
from tests.two_at_once import at_once, refusals

pytestmark = pytest.mark.django_db

B, L, C, U = RestrictionKind.BANNED, RestrictionKind.LIMITED, RestrictionKind.CHOOSE_ONE, RestrictionKind.UNRELEASED
A1, A2, A3 = "HBU01-A01", "HBU01-A02", "HBU01-A03"
SPRING, SUMMER, AUTUMN = date(2026, 3, 1), date(2026, 6, 1), date(2026, 9, 1)


@pytest.fixture
def game():
    game = load_game()
    for number, name, codes in [(A1, "一号", ["100"]), (A2, "二号", []), (A3, "二号", ["300", "301"])]:
        Card.objects.create(game=game, key=number, number=number, name=name, codes=codes)
    return game


@pytest.fixture
def manager():
    return make_actor(may_manage_games=True)


def data(*entries: Entry, **facts) -> ListData:
    facts = {"name": "禁限表", "effective_from": SPRING, **facts}
    return ListData(entries=entries or (Entry(B, (A1,)),), **facts)


def save(manager, game, *entries, replaces=None, **facts):
    return save_list(actor=manager, game_id=game.pk, data=data(*entries, **facts), replaces=replaces)


def held(game) -> list[tuple[str, date, date | None]]:
    return [(one.list.format, one.list.effective_from, one.until) for one in held_lists(game)]


def test_a_list_is_kept_as_stated(game, manager):
    entries = (Entry(L, (A1,), 1, note="太强"), Entry(C, (A2, A3), 1), Entry(U, ("HBU09-A01",), ends=AUTUMN))
    saved = save(manager, game, *entries, source="公告 12")
    stored = saved.list
    assert (stored.name, stored.source, stored.version, stored.saved_by) == ("禁限表", "公告 12", 1, manager.label)
    assert saved.unknown == ("HBU09-A01",)
    found = restrictions_of(game)
    assert [(one.kind, one.cards, one.limit, one.starts, one.ends) for one in found] == [
        ("limited", (A1,), 1, SPRING, None),
        ("choose_one", (A2, A3), 1, SPRING, None),
        ("unreleased", ("HBU09-A01",), 0, SPRING, AUTUMN),
    ]
    assert {one.source for one in found} == {"禁限表 (2026-03-01)"}


def test_cards_are_found_by_code_and_name(game, manager):
    saved = save(manager, game, Entry(B, ("100",)), Entry(L, ("hbu01_a02",), 2), Entry(L, ("301",), 1))
    assert [row.cards for row in saved.list.entries.all()] == [[A1], [A2], [A3]]


def test_a_code_learnt_later_counts_from_then_on(game, manager):
    save(manager, game, Entry(B, ("HBU07-A07",)))
    assert restrictions_of(game)[0].cards == ("HBU07-A07",)
    card = Card.objects.get(game=game, number=A2)
    card.codes = ["HBU07-A07"]
    card.save()
    assert restrictions_of(game)[0].cards == (A2,)


def test_everything_wrong_is_named_at_once(game, manager):
    with pytest.raises(Refusal) as caught:
        save(
            manager,
            game,
            Entry(B, ("二号",), line=2),
            Entry(B, ("Nobody",), line=5),
            name=" ",
            format="Großes Turnier",
            effective_from=date(1066, 10, 14),
        )
    problems = {one.field: one for one in caught.value.problems}
    assert {field: one.code for field, one in problems.items()} == {
        "name": "list_name_required",
        "format": "format_no_key",
        "effective_from": "date_out_of_range",
        "text": "list_unreadable",
    }
    assert [(one["line"], one["code"]) for one in problems["text"].facts["problems"]] == [
        (2, "ambiguous_card"),
        (5, "unknown_card"),
    ]
    assert not RestrictionList.objects.exists()


def test_a_newer_list_ends_the_one_before_it_in_its_format_alone(game, manager):
    save(manager, game, effective_from=SPRING)
    save(manager, game, effective_from=AUTUMN)
    save(manager, game, effective_from=SUMMER, format="Open")
    assert held(game) == [("", AUTUMN, None), ("", SPRING, date(2026, 8, 31)), ("open", SUMMER, None)]
    assert known_formats(game) == ["open"]


def test_an_entry_holds_within_its_list(game, manager):
    save(
        manager,
        game,
        Entry(B, (A1,), starts=date(2026, 4, 1)),
        Entry(B, (A2,), ends=date(2026, 2, 1)),
        Entry(B, (A3,), ends=date(2026, 12, 31)),
    )
    save(manager, game, effective_from=SUMMER)
    spring = [(one.cards, one.starts, one.ends) for one in restrictions_of(game) if one.starts < SUMMER]
    assert spring == [((A1,), date(2026, 4, 1), date(2026, 5, 31)), ((A3,), SPRING, date(2026, 5, 31))]


def test_two_lists_of_one_format_do_not_begin_on_one_day(game, manager):
    save(manager, game)
    save(manager, game, format="open")
    with pytest.raises(Refusal) as caught:
        save(manager, game, name="另一份")
    assert (caught.value.code, caught.value.field, caught.value.facts["name"]) == (
        "list_same_day",
        "effective_from",
        "禁限表",
    )


def test_a_game_whose_rules_ask_for_no_lists_takes_none(game, manager):
    rules = game.rulesets.get()
    asking = rules.pack
    rule = '[[rules]]\nkind = "restrictions"\nsections = ["main", "side"]\nclause = ""\n'
    assert rule in asking
    Ruleset.objects.filter(pk=rules.pk).update(pack=asking.replace(rule, ""), digest="without")
    with pytest.raises(Refusal, match="no_restrictions_rule"):
        save(manager, game)
    Ruleset.objects.create(game=game, version="next", digest="next", effective_from=date(2100, 1, 1), pack=asking)
    assert save(manager, game).is_new


def test_editing_makes_the_next_version_and_keeps_the_old_row(game, manager):
    old = save(manager, game).list
    new = save(manager, game, Entry(L, (A1,), 1), replaces=old.pk).list
    assert (new.version, new.replaces_id, list_label(new)) == (2, old.pk, "禁限表 (2026-03-01) v2")
    assert [row.kind for row in old.entries.all()] == ["banned"]
    assert [one.kind for one in restrictions_of(game)] == ["limited"]
    assert versions_of_list(old) == versions_of_list(new) == [new, old]


def test_saving_what_stands_there_already_makes_no_version(game, manager):
    old = save(manager, game).list
    again = save(manager, game, replaces=old.pk)
    assert (again.list, again.is_new) == (old, False)


def test_the_second_editor_is_notified_of_the_first(game, manager):
    old = save(manager, game).list
    new = save(make_actor("lin", may_manage_games=True), game, Entry(L, (A1,), 1), replaces=old.pk).list
    with pytest.raises(Conflict) as caught:
        save(manager, game, Entry(L, (A1,), 2), replaces=old.pk)
    assert caught.value.code == "list_changed"
    assert dict(caught.value.facts) == {"list": new.pk, "name": "禁限表", "version": 2, "by": "lin"}


def test_a_withdrawn_list_judges_nothing_until_it_is_brought_back(game, manager):
    spring = save(manager, game).list
    summer = save(manager, game, effective_from=SUMMER).list
    withdrawn = withdraw_list(actor=manager, list_id=summer.pk, reason=" 发错了 ")
    assert (withdrawn.withdrawn_by, withdrawn.withdrawn_reason) == (manager.label, "发错了")
    assert held(game) == [("", SPRING, None)]
    with pytest.raises(Conflict, match="list_withdrawn"):
        save(manager, game, replaces=summer.pk)
    restore_list(actor=manager, list_id=summer.pk)
    assert [day for _, day, _ in held(game)] == [SUMMER, SPRING]
    with pytest.raises(Conflict, match="list_not_withdrawn"):
        restore_list(actor=manager, list_id=spring.pk)


def test_a_withdrawn_list_does_not_come_back_beside_another_of_its_day(game, manager):
    first = save(manager, game).list
    withdraw_list(actor=manager, list_id=first.pk, reason="x")
    save(manager, game, name="代替")
    with pytest.raises(Refusal, match="list_same_day"):
        restore_list(actor=manager, list_id=first.pk)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_a_withdrawal_needs_a_reason(game, manager, reason):
    stored = save(manager, game).list
    with pytest.raises(Refusal):
        withdraw_list(actor=manager, list_id=stored.pk, reason=reason)
    stored.refresh_from_db()
    assert stored.withdrawn_at is None


def test_only_managers_write(game, manager):
    stored = save(manager, game).list
    organiser = Actor(user=make_event().created_by)
    for actor in (Actor(), make_actor(), organiser):
        with pytest.raises(NotAllowed, match="not_a_game_manager"):
            save(actor, game, effective_from=SUMMER)
        with pytest.raises(NotAllowed, match="not_a_game_manager"):
            withdraw_list(actor=actor, list_id=stored.pk, reason="x")
        with pytest.raises(NotAllowed, match="not_a_game_manager"):
            restore_list(actor=actor, list_id=stored.pk)
    assert RestrictionList.objects.count() == 1


def test_every_change_renews_the_revision_and_is_announced(game, manager):
    heard = []

    def hear(*, game, actor, cause, **more):
        heard.append((game.pk, actor.user.pk, cause["kind"], cause["done"], cause["list"]))

    judging_changed.connect(hear)
    try:
        revisions = [CardGame.objects.get(pk=game.pk).pool_revision]
        stored = save(manager, game).list
        revisions.append(CardGame.objects.get(pk=game.pk).pool_revision)
        stored = save(manager, game, Entry(B, (A2,)), replaces=stored.pk).list
        revisions.append(CardGame.objects.get(pk=game.pk).pool_revision)
        withdraw_list(actor=manager, list_id=stored.pk, reason="x")
        revisions.append(CardGame.objects.get(pk=game.pk).pool_revision)
        restore_list(actor=manager, list_id=stored.pk)
        revisions.append(CardGame.objects.get(pk=game.pk).pool_revision)
    finally:
        judging_changed.disconnect(hear)
    assert len(set(revisions)) == 5
    label = "禁限表 (2026-03-01)"
    assert heard == [
        (game.pk, manager.user.pk, "restrictions", "added", label),
        (game.pk, manager.user.pk, "restrictions", "edited", f"{label} v2"),
        (game.pk, manager.user.pk, "restrictions", "withdrawn", f"{label} v2"),
        (game.pk, manager.user.pk, "restrictions", "restored", f"{label} v2"),
    ]


@pytest.mark.django_db(transaction=True)
def test_two_edit_one_list_at_once(game, manager):
    old = save(manager, game).list
    one, other = data(Entry(B, (A2,))), data(Entry(B, (A3,)))
    results = at_once(
        game,
        lambda: save_list(actor=manager, game_id=game.pk, data=one, replaces=old.pk),
        lambda: save_list(actor=manager, game_id=game.pk, data=other, replaces=old.pk),
    )
    assert refusals(results) == ["list_changed"]
    assert RestrictionList.objects.filter(replaces=old).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_new_lists_of_one_day_at_once(game, manager):
    calls = [replace(data(), name=name) for name in ("甲表", "乙表")]
    results = at_once(game, *(lambda one=one: save_list(actor=manager, game_id=game.pk, data=one) for one in calls))
    assert refusals(results) == ["list_same_day"]
    assert RestrictionList.objects.count() == 1
