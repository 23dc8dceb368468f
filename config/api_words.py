"""What the API's documentation page says each operation does, by its operation id, and what each subject is called."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SUBJECTS = {
    "api": _("The API itself"),
    "games": _("Games and cards"),
    "tournaments": _("Tournaments"),
    "registrations": _("Entries"),
    "decklists": _("Decklists"),
    "rounds": _("Rounds"),
    "matches": _("Matches and games"),
    "standings": _("Standings"),
    "export": _("Excel file"),
}

OPERATIONS = {
    "links": _("Where to begin: the addresses of this description and of the lists."),
    "games_list": _("The games offered for new tournaments."),
    "games_retrieve": _("One game and its current rules."),
    "cards_list": _("Cards of a game, by number, name, pinyin or keyword; all of them without a search."),
    "cards_retrieve": _("One card by its key, with its restrictions and judge notes."),
    "notes_list": _("The judge notes of a game, the newest first."),
    "notes_create": _("Write a judge note about a card; for those who keep games."),
    "notes_retrieve": _("One version of a judge note."),
    "notes_replace": _("Put a new version in the place of a judge note; for those who keep games."),
    "notes_withdraw": _("Withdraw a judge note; for those who keep games."),
    "notes_restore": _("Let a withdrawn judge note hold again; for those who keep games."),
    "packs_check": _("Check the pack of a game without keeping it; for those who keep games."),
    "decks_judge": _("Judge a list without keeping it."),
    "tournaments_list": _("Tournaments, the newest first."),
    "tournaments_create": _("Make a tournament."),
    "tournaments_retrieve": _("One tournament."),
    "tournaments_edit": _("Change a tournament's settings."),
    "tournaments_cancel": _("Call an event off."),
    "tournaments_reinstate": _("Bring an event back that was called off."),
    "tournaments_duplicate": _("A new event with the settings and staff of an old one."),
    "tournaments_start": _("Start the Swiss rounds: their number is fixed and the decklists are locked."),
    "tournaments_step": _(
        "Move a tournament on or back: finish, reopen, or take the start back while no round exists."
    ),
    "staff_list": _("Who is on the staff; for the staff alone."),
    "staff_add": _("Give somebody a role on the staff."),
    "staff_remove": _("Take a role from somebody."),
    "registrations_list": _("The entries of a tournament."),
    "registrations_create": _("Enter oneself, or as staff somebody else."),
    "registrations_retrieve": _("One entry."),
    "registrations_check_in": _("Note whether an entrant is there."),
    "registrations_step": _(
        "Leave and come back: withdraw, reinstate, drop, undrop; for staff also disqualify and no-show."
    ),
    "decklists_retrieve": _("The decklist of one entry."),
    "decklists_save": _("Save an entry's decklist, and submit it if asked to."),
    "decklists_versions": _("Every version of an entry's list; for its owner, judges and organisers."),
    "rounds_list": _("The rounds of a tournament."),
    "rounds_pair": _("Pair the next round, as a draft."),
    "rounds_retrieve": _("One round with its tables and byes."),
    "rounds_discard": _("Discard a draft."),
    "rounds_step": _("Move a round on or back: publish, unpublish, start the clock, complete, reopen."),
    "top_cut_start": _("Start the top cut: seeds by the standings, the first round as a draft."),
    "top_cut_discard": _("Take the top cut back."),
    "matches_retrieve": _("One match: how it stands and who chooses next."),
    "matches_score": _("Report a final score; games without details are recorded as such."),
    "matches_outcome": _("Report a no-show, an intentional draw, a judge's award, a match loss or a loss for both."),
    "matches_end_on_time": _("Score a match as it stands when time has run out."),
    "matches_correct": _("Replace a result that stands, with a reason; the old one is kept."),
    "matches_revisions": _("Every change of a match, the newest first; for the staff."),
    "games_report": _("Add the next game of a running match."),
    "games_undo": _("Take the last game of a running match back."),
    "standings_list": _("The standings after any round."),
    "standings_explain": _("The opponents and numbers behind one value."),
    "exports_create": _("Ask for the tournament's Excel file, in the language of the request."),
    "exports_retrieve": _("How far the Excel file is; for whoever asked for it."),
    "exports_file": _("The finished Excel file."),
}
