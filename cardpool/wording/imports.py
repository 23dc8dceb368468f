"""What imports of card files say: refusals of the desk, and why a file, a row or a cell of one was not taken.

`ROWS` are the reasons of `RefusedRow`, `SkippedRow` and `UnreadableFile` by their code. A reader keeps the sentences of
its own codes in a module of its own beside this one, with a `ROWS` table that `say_row` looks into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.packs import GamePack
from cardpool.wording import card_files
from cardpool.wording.files import say_workbook_part
from cardpool.wording.import_fields import say_field, say_value

Sentence = Callable[[Mapping[str, Any]], str]


def _file_unreadable(facts: Mapping[str, Any]) -> str:
    said = {"file": facts["file"], "reason": say_row(facts["reason"], facts["reason_facts"])}
    if facts["row"]:
        return _("“%(file)s”, row %(row)s: %(reason)s") % {**said, "row": facts["row"]}
    return _("“%(file)s”: %(reason)s") % said


REFUSALS: dict[str, Sentence] = {
    "no_files": lambda facts: _("Choose at least one file."),
    "too_many_files": lambda facts: _("Use at most %(most)s files for one import.") % facts,
    "files_too_large": lambda facts: (
        _("Together the files may have at most %(megabytes)s MB. Larger ones go in on the command line.") % facts
    ),
    "file_unreadable": _file_unreadable,
    "import_not_ready": lambda facts: _(
        "Somebody else has continued this import in the meantime. Its current state is below."
    ),
    "columns_no_card_column": lambda facts: _("Choose the column with the card number or the name."),
    "columns_field_twice": lambda facts: (
        _("Only one column can be assigned to “%(field)s”.") % {"field": say_field(facts["key"], None)}
    ),
    "columns_no_such_field": lambda facts: _("This game's cards have no “%(key)s”.") % facts,
}

_FILES: dict[str, Sentence] = {
    "mixed_formats": lambda facts: (
        _("Upload files of one kind at a time: this one is of a different kind from “%(other)s”.") % facts
    ),
    "file_too_large": lambda facts: _("The file has more than %(megabytes)s MB.") % facts,
    "file_empty": lambda facts: _("The file is empty."),
    "table_empty": lambda facts: _("The table is empty."),
    "is_database": lambda facts: _(
        "This is a database, not a table. Card databases (.cdb) are a format of their own; choose that."
    ),
    "old_excel": lambda facts: _(
        "This is the Excel format of before 2007, or a protected workbook. Save it as .xlsx without a password."
    ),
    "is_picture": lambda facts: _("This is a picture, whatever its name says."),
    "is_pdf": lambda facts: _("This is a PDF, whatever its name says."),
    "not_text": lambda facts: _("This is neither a text table (CSV) nor an Excel workbook (XLSX)."),
    "unknown_encoding": lambda facts: _(
        "The encoding of this text cannot be determined. Save it as UTF-8 or .xlsx, and upload it again."
    ),
    "no_workbook": lambda facts: _("The workbook is damaged, or it is not an Excel workbook (XLSX)."),
    "zip_bomb": lambda facts: _("The workbook would unpack to many times its size. It was not opened."),
    "workbook_too_complex": lambda facts: (
        _("The workbook contains far more than a card table does: more than %(most)s %(what)s.")
        % {**facts, "what": say_workbook_part(facts["what"])}
    ),
    "table_takes_too_long": lambda facts: (
        _("Opening this table takes more than %(seconds)s seconds or too much memory. Save it as CSV, or split it.")
        % facts
    ),
    "tables_busy": lambda facts: _("Another upload is being opened at the moment. Try again in a little while."),
    "row_too_long": lambda facts: _("The row has more than %(most)s characters.") % facts,
    "xml_entities": lambda facts: _(
        "The workbook declares entities of its own, which no card table needs. It was not read."
    ),
    "no_such_sheet": lambda facts: (
        _("There is no sheet “%(sheet)s”. There are: %(sheets)s.") % {**facts, "sheets": _listed(facts["sheets"])}
    ),
    "too_many_columns": lambda facts: _("The table has more than %(most)s columns.") % facts,
    "too_many_rows": lambda facts: _("The table has more than %(most)s rows.") % facts,
    "too_many_refused": lambda facts: (
        _("More than %(most)s problems so far: this is probably not what you meant. Are these the right columns?")
        % facts
    ),
    "broken_quotes": lambda facts: _("A quotation mark opens here or just above and does not close as it should."),
    "no_card_column": lambda facts: (
        _("No column was recognised as card number or name. The first line says: %(headers)s.")
        % {"headers": _listed(facts["headers"])}
        if facts.get("headers")
        else _("No column was recognised as card number or name.")
    ),
    "no_such_column": lambda facts: _("No table has a column “%(column)s”.") % facts,
    "no_such_field": lambda facts: _("This game's cards have no “%(field)s”.") % facts,
    "field_twice": lambda facts: _("Two columns are assigned to “%(field)s”.") % facts,
    "not_a_game_manager": lambda facts: _("The person who started this may no longer manage this site's games."),
}

_CELLS: dict[str, Sentence] = {
    "cell_error": lambda facts: _("The spreadsheet has an error here: %(found)s.") % facts,
    "cell_too_long": lambda facts: _("The cell has more than %(most)s characters.") % facts,
    "became_date": lambda facts: (
        _("A spreadsheet program took this for a date (%(found)s). Format the column as text and type it again.")
        % facts
    ),
    "not_whole": lambda facts: _("“%(found)s” is not a whole number.") % facts,
    "not_yes_or_no": lambda facts: _("“%(found)s” is neither yes nor no.") % facts,
    "deck_rules_key_twice": lambda facts: (
        _("A rule contains “%(key)s” twice, the second time in line %(line)s, column %(column)s.") % facts
    ),
    "bad_deck_rules": lambda facts: _("Deck rules are a JSON list of tables; this is not one."),
    "not_a_number": lambda facts: (
        _("“%(found)s” is not a card number of this game; they look like %(examples)s.")
        % {**facts, "examples": _listed(facts["examples"])}
    ),
    "number_missing": lambda facts: _("The card number is missing."),
    "name_missing": lambda facts: _("Neither number nor name: the row does not say which card it is about."),
    "text_too_long": lambda facts: (
        ngettext("Use at most %(most)s character.", "Use at most %(most)s characters.", facts["most"]) % facts
    ),
    "too_many_parts": lambda facts: _("Use at most %(most)s parts.") % facts,
    "out_of_range": lambda facts: _("%(found)s is not between 0 and %(most)s.") % facts,
    "wrong_kind": lambda facts: _("The file gives this in a form the game does not know."),
    "unprintable": lambda facts: _("The row holds characters that cannot be kept."),
}

_CARDS: dict[str, Sentence] = {
    "name_not_unique": lambda facts: (
        _("Several cards have the name “%(found)s”: %(known)s. Add the number.")
        % {**facts, "known": _listed(facts["known"])}
    ),
    "new_card_without_name": lambda facts: (
        _("%(number)s is not in the pool yet, and the row has no name for it.") % facts
    ),
    "deck_rules_wrong": lambda facts: (
        _("The deck rules cannot be used: %(problems)s") % {"problems": " · ".join(map(str, facts["problems"]))}
    ),
    "code_taken": lambda facts: _("%(found)s belongs to another card: %(by)s.") % facts,
}

ROWS: dict[str, Sentence] = {**card_files.ROWS, **_FILES, **_CELLS, **_CARDS}


def say_row(code: str, facts: Mapping[str, Any], pack: GamePack | None = None) -> str:
    """Why a file or a row was not taken, in the active language; a code without words is named."""
    if code == "unknown_value":
        return _unknown_value(facts, pack)
    if code == "contradicts":
        return _contradicts(facts, pack)
    say = ROWS.get(code)
    return say(facts) if say is not None else _("This was not accepted (%(code)s).") % {"code": code}


def say_report_refusal(facts: Mapping[str, Any]) -> str:
    """Why a whole import failed: `CardImport.error` in words, with its place."""
    reason = say_row(facts["code"], facts["facts"])
    file, row = facts["facts"].get("file"), facts["facts"].get("row")
    if not file:
        return reason
    said = {"file": file, "row": row, "reason": reason}
    return _("“%(file)s”, row %(row)s: %(reason)s") % said if row else _("“%(file)s”: %(reason)s") % said


def _unknown_value(facts: Mapping[str, Any], pack: GamePack | None) -> str:
    field = f"attributes.{facts.get('attribute', '')}"
    known = _listed([say_value(field, key, pack) for key in facts["known"]])
    return _("“%(found)s” is not one of the values this game knows here: %(known)s.") % {**facts, "known": known}


def _contradicts(facts: Mapping[str, Any], pack: GamePack | None) -> str:
    said = {
        "number": facts["number"],
        "field": say_field(facts["field"], pack),
        "found": say_value(facts["field"], facts["found"], pack),
        "other": say_value(facts["field"], facts["other"], pack),
        "file": facts["other_file"],
        "row": facts["other_row"] or facts["other_id"],
    }
    if not said["file"]:
        return (
            _("Rows disagree about %(number)s, %(field)s: %(found)s here, %(other)s in row %(row)s. Neither was used.")
            % said
        )
    return (
        _(
            "Rows disagree about %(number)s, %(field)s: %(found)s here, %(other)s in “%(file)s”, row %(row)s. "
            "Neither was used."
        )
        % said
    )


def _listed(parts: list[str]) -> str:
    return _(", ").join(parts)
