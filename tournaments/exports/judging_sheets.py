"""The sheets of what judges did: penalties with extra time, and deck checks; for those who may see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.sheet import Column, Kind, Sheet
from tournaments.infraction_names import infraction_name
from tournaments.models import DeckCheck, Penalty, TimeExtension


def penalties_sheet(penalties: Iterable[Penalty]) -> Sheet:
    """One row per penalty in the order given, those taken back with who did it and why."""
    columns = [
        Column(_("Player")),
        Column(_("Round"), Kind.WHOLE),
        Column(_("Infraction")),
        Column(_("Penalty")),
        Column(_("Note")),
        Column(_("Given by")),
        Column(_("Given"), Kind.MOMENT),
        Column(_("Taken back"), Kind.MOMENT),
        Column(_("Taken back by")),
        Column(_("Reason")),
    ]
    rows = [
        [
            one.registration.name,
            one.round.number if one.round is not None else None,
            infraction_name(one.infraction),
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
            one.registration.name,
            one.round.number if one.round is not None else None,
            one.match.table if one.match is not None else None,
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
