"""The sheets of what judges did: penalties with extra time, deck checks, settled cards; for those who may see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cardpool.packs import GamePack
from decks.settled_words import say_counts_as
from tournaments.exports.sheet import Column, Kind, Sheet
from tournaments.infraction_names import infraction_name
from tournaments.models import CardRuling, DeckCheck, Penalty, TimeExtension
from tournaments.queries.card_rulings import ruling_facts


def penalties_sheet(penalties: Iterable[Penalty], pack: GamePack) -> Sheet:
    """One row per penalty in the order given, those taken back with who did it and why."""
    columns = [
        Column(_("Player")),
        Column(_("Round"), Kind.WHOLE),
        Column(_("Infraction")),
        Column(_("Penalty")),
        Column(_("Note")),
        Column(_("Given by")),
        Column(_("Given"), Kind.MOMENT),
        Column(_("Withdrawn on"), Kind.MOMENT),
        Column(_("Withdrawn by")),
        Column(_("Reason")),
    ]
    rows = [
        [
            one.registration.entered_name,
            one.round.number if one.round is not None else None,
            infraction_name(one.infraction, pack),
            str(one.get_level_display()),
            one.note,
            one.given_by,
            one.given_at,
            one.withdrawn_at,
            one.withdrawn_by,
            one.withdrawn_reason,
        ]
        for one in penalties
    ]
    return Sheet(_("Penalties"), columns, rows, landscape=True)


def checks_sheet(checks: Iterable[DeckCheck], extensions: Iterable[TimeExtension]) -> Sheet:
    """One row per deck check that has ended, with the extra time its table got."""
    minutes = {one.deck_check_id: one.minutes for one in extensions if one.deck_check_id and not one.withdrawn_at}
    columns = [
        Column(_("Player")),
        Column(_("Round"), Kind.WHOLE),
        Column(_("Table"), Kind.WHOLE),
        Column(_("Compared as")),
        Column(_("Outcome")),
        Column(_("Seconds"), Kind.WHOLE),
        Column(_("Extra time, in minutes"), Kind.WHOLE),
        Column(_("Judge")),
        Column(_("Begun"), Kind.MOMENT),
        Column(_("Note")),
    ]
    rows = [
        [
            one.registration.entered_name,
            one.round.number if one.round is not None else None,
            one.seated.table if one.seated is not None else None,
            str(one.get_mode_display()),
            str(one.get_outcome_display()),
            one.seconds,
            minutes.get(one.pk),
            one.judge,
            one.started_at,
            one.note,
        ]
        for one in checks
    ]
    return Sheet(_("Deck checks"), columns, rows, landscape=True)


def rulings_sheet(rulings: Iterable[CardRuling], pack: GamePack) -> Sheet:
    """One row per decision about a card in the order given, those that ended with who ended them and why."""
    columns = [
        Column(_("Card number")),
        Column(_("Card name")),
        Column(_("It counts as")),
        Column(_("Reason")),
        Column(_("Settled by")),
        Column(pgettext("the moment", "Settled"), Kind.MOMENT),
        Column(_("Ended"), Kind.MOMENT),
        Column(_("Ended by")),
        Column(_("Reason for the end")),
    ]
    rows = [
        [
            one.number,
            one.name,
            say_counts_as(ruling_facts(one), pack=pack),
            one.reason,
            one.settled_by,
            one.settled_at,
            one.ended_at,
            one.ended_by,
            one.ended_reason,
        ]
        for one in rulings
    ]
    return Sheet(_("Settled cards"), columns, rows, landscape=True)
