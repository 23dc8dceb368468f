"""Why a card database or a set file, or a row of one, was not taken: the codes of those two readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Sentence = Callable[[Mapping[str, Any]], str]

_ANY_FILE: dict[str, Sentence] = {
    "format_not_declared": lambda facts: _(
        "This game's pack does not say how such files become its cards. Upload a table (CSV, XLSX), or add "
        "an [import] part to the pack."
    ),
    "file_not_readable": lambda facts: _("The file cannot be read."),
    "file_not_unicode": lambda facts: _("The file is not in UTF-8."),
    "too_many_files": lambda facts: _("There are more than %(most)s files.") % facts,
}

_DATABASES: dict[str, Sentence] = {
    "no_database": lambda facts: _("There is no card database (.cdb) among the files."),
    "not_a_database": lambda facts: _("This is not an SQLite database."),
    "sql_text": lambda facts: _(
        "This is text with SQL commands, not a database. Run it through SQLite first, and upload the "
        "database it produces."
    ),
    "database_in_use": lambda facts: _(
        "The last changes to this database are still in a separate file. Close the program that has it "
        "open, and try again."
    ),
    "database_damaged": lambda facts: _("The database is damaged or does something no card database does."),
    "database_value_too_long": lambda facts: _("The database contains values longer than any card's text."),
    "database_too_busy": lambda facts: _(
        "Reading the database takes more work than any list of cards; it was stopped."
    ),
    "no_card_tables": lambda facts: _("The database has no card tables (%(tables)s).") % facts,
    "table_not_plain": lambda facts: (
        _("“%(table)s” is not a plain table of the database, so it is not trusted.") % facts
    ),
    "missing_columns": lambda facts: _("The table “%(table)s” lacks the columns %(columns)s.") % facts,
    "column_not_a_number": lambda facts: _("“%(value)s” in “%(column)s” is not a whole number.") % facts,
    "id_out_of_range": lambda facts: _("The id does not belong to a card."),
    "text_not_unicode": lambda facts: _("“%(column)s” contains characters that are not text.") % facts,
    "not_a_card_number": lambda facts: _("%(number)s is not a card number of this game.") % facts,
    "name_too_long": lambda facts: _("The name is longer than %(most)s characters: “%(name)s…”") % facts,
    "no_name": lambda facts: _("%(number)s has no name in any of the files.") % facts,
    "token": lambda facts: _("“%(name)s” is a token, no card of a deck.") % facts,
    "other_game": lambda facts: _("“%(name)s” is a card of another game.") % facts,
    "no_deck_card": lambda facts: _("“%(name)s” is not a card that goes into a deck.") % facts,
}

_SET_FILES: dict[str, Sentence] = {
    "no_card_files": lambda facts: _("There are no cards in the files."),
    "sets_missing": lambda facts: _(
        "The list of sets is missing: upload sets/en.json as well, because it says which code lists use for a set."
    ),
    "json_invalid": lambda facts: _("No valid JSON from line %(line)s, column %(column)s on.") % facts,
    "json_too_many_values": lambda facts: (
        _("The file contains more than %(most)s values; split the sets into several files.") % facts
    ),
    "json_too_deep": lambda facts: _("The JSON is nested deeper than any card data."),
    "json_number_too_long": lambda facts: _("The JSON contains a number that is too long."),
    "json_key_twice": lambda facts: (
        _("An entry contains “%(key)s” twice, the second time in line %(line)s, column %(column)s.") % facts
    ),
    "json_constant": lambda facts: _("“%(word)s” is not valid JSON.") % facts,
    "json_not_a_list": lambda facts: _("This is not a list of cards."),
    "entry_not_an_object": lambda facts: _("The entry is not a card."),
    "number_stated_twice": lambda facts: (
        _("%(number)s: the set states the number %(stated)s for several cards, so this one goes by its id.") % facts
    ),
    "id_twice": lambda facts: _("The file has an entry %(id)s already.") % facts,
    "unknown_set": lambda facts: _("The list of sets has no set “%(set)s”.") % facts,
    "no_card_number": lambda facts: (
        _("Number “%(number)s” of the set “%(set)s” does not make a card number of this game.") % facts
    ),
    "field_missing": lambda facts: _("“%(field)s” is missing.") % facts,
    "field_not_text": lambda facts: _("“%(field)s” is not plain text.") % facts,
    "field_not_a_list": lambda facts: _("“%(field)s” is not a list.") % facts,
    "field_not_a_number": lambda facts: _("“%(value)s” in “%(field)s” is not a whole number.") % facts,
    "field_unknown_value": lambda facts: _("This game does not know “%(value)s” in “%(field)s”.") % facts,
}

ROWS: dict[str, Sentence] = {**_ANY_FILE, **_DATABASES, **_SET_FILES}
