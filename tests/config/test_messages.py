"""What counts as a gap in the translations."""

from io import BytesIO

from babel.messages.pofile import read_po

from config.development.messages import gaps

CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=1; plural=0;\\n"

#: a.py
msgid "Round"
msgstr "轮次"

#: b.html
msgid "Table"
msgstr ""

#: c.py
#, fuzzy
msgid "Bye"
msgstr "再见"

#: d.py
msgid "%(count)s player"
msgid_plural "%(count)s players"
msgstr[0] ""

#: e.py
msgid "%(count)s deck"
msgid_plural "%(count)s decks"
msgstr[0] "%(count)s 副套牌"
"""


def test_gaps_are_named_with_their_file() -> None:
    found = gaps(read_po(BytesIO(CATALOG.encode()), locale="zh_Hans"))
    assert found == ["untranslated: Table  (b.html)", "fuzzy: Bye  (c.py)", "untranslated: %(count)s player  (d.py)"]
