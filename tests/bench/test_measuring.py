"""The lines of a measured table: in columns for the terminal, and as Markdown for the file."""

from bench.measuring import Line, format_markdown, heading, printed

LINES = [heading("pairing", "median"), Line("64 players", "3 ms"), Line("a|b", "4 ms"), heading("import", "rows", "s")]


def test_each_heading_begins_a_table() -> None:
    assert format_markdown(LINES).splitlines() == [
        "| pairing | median |",
        "|---|---:|",
        "| 64 players | 3 ms |",
        "| a\\|b | 4 ms |",
        "",
        "| import | rows | s |",
        "|---|---:|---:|",
    ]


def test_lines_without_a_heading_are_a_table_too() -> None:
    assert format_markdown([Line("x", "1"), Line("only one cell")]).splitlines() == [
        "|  |  |",
        "|---|---:|",
        "| x | 1 |",
        "| only one cell |  |",
    ]


def test_columns_are_as_wide_as_their_cells() -> None:
    assert printed(LINES[:2]).splitlines() == ["pairing     median", "------------------", "64 players    3 ms"]
