"""The lines of a registration sheet in pages and columns: nothing lost, nothing cut, nothing orphaned."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.sheet_layout import LineKind, SheetCard, SheetSection, blank_rows, lay_out

HEADS = (LineKind.HEAD, LineKind.GROUP)


def cards(count, name="赛罗奥特曼"):
    return tuple(SheetCard(1, f"HBU01-A{number:02}", name) for number in range(count))


def section(count, name="主牌", *, blanks=0):
    return SheetSection(name, "", (("", cards(count)),) if count else (), blanks)


def heights(pages):
    return [[sum(line.rows for line in column) for column in page.columns] for page in pages]


def test_a_short_list_stands_level_on_one_page():
    (page,) = lay_out([section(14), section(10, "备牌")], rows=36, letters=30)
    assert heights([page]) == [[14, 15]]
    assert [column[0].kind for column in page.columns] == [LineKind.HEAD, LineKind.HEAD]
    assert page.columns[1][0].is_continued


def test_forty_different_cards_and_ten_more_fit_on_one_page():
    assert len(lay_out([section(40), section(10, "备牌")], rows=36, letters=30)) == 1


def test_sixty_different_cards_fit_on_one_page():
    assert len(lay_out([section(60)], rows=36, letters=30)) == 1


def test_more_goes_on_the_next_page_with_the_sections_name():
    pages = lay_out([section(100)], rows=36, letters=30)
    assert [page.number for page in pages] == [1, 2]
    first = pages[1].columns[0][0]
    assert (first.kind, first.text, first.is_continued) == (LineKind.HEAD, "主牌", True)


def test_a_long_name_takes_more_rows():
    (page,) = lay_out([SheetSection("主牌", "", (("", (SheetCard(1, "X", "字" * 16),)),))], rows=36, letters=30)
    (card,) = [line for column in page.columns for line in column if line.kind is LineKind.CARD]
    assert card.rows == 2


def test_no_sections_are_one_empty_page():
    assert [page.columns for page in lay_out([], rows=36, letters=30)] == [((), ())]


def test_groups_are_named_with_their_sums():
    (page,) = lay_out([SheetSection("卡组", "", (("怪兽卡", cards(2)), ("能量卡", cards(1))))], rows=36, letters=30)
    groups = [(line.text, line.count) for column in page.columns for line in column if line.kind is LineKind.GROUP]
    assert groups == [("怪兽卡", 2), ("能量卡", 1)]


def test_rows_to_write_in_follow_the_sizes_and_fit_one_page():
    assert blank_rows([40, 10], rows=30, usual=15) == (40, 10)
    assert blank_rows([60], rows=30, usual=15) == (56,)
    assert blank_rows([60, None], rows=30, usual=15) == (39, 15)
    assert blank_rows([40, 10, 1], rows=30, usual=15) == (40, 10, 1)
    assert blank_rows([], rows=30, usual=15) == ()


NAMES = st.text(st.sampled_from("赛罗奥特曼 abc"), min_size=1, max_size=60)
SECTIONS = st.lists(
    st.builds(
        SheetSection,
        name=st.sampled_from(["主牌", "备牌", "额外"]),
        asked=st.just(""),
        groups=st.lists(
            st.tuples(
                st.sampled_from(["", "怪兽卡"]),
                st.lists(
                    st.builds(SheetCard, st.integers(1, 20), st.just("X-1"), NAMES), min_size=1, max_size=40
                ).map(tuple),
            ),
            max_size=3,
        ).map(tuple),
        blanks=st.integers(0, 20),
    ),
    max_size=4,
)  # fmt: skip


@given(sections=SECTIONS, rows=st.integers(8, 40))
def test_nothing_is_lost_or_cut(sections, rows):
    pages = lay_out(sections, rows=rows, letters=20)
    columns = [column for page in pages for column in page.columns]
    lines = [line for column in columns for line in column if not line.is_continued]
    wanted = [card for one in sections for _name, group in one.groups for card in group]
    assert [(line.count, line.number, line.text) for line in lines if line.kind is LineKind.CARD] == [
        (card.count, card.number, card.name) for card in wanted
    ]
    assert sum(line.kind is LineKind.BLANK for line in lines) == sum(one.blanks for one in sections)
    assert [line.count for line in lines if line.kind is LineKind.SUM] == [one.total for one in sections]
    assert all(sum(line.rows for line in column) <= rows for column in columns)
    assert all(len(page.columns) == 2 for page in pages)
    for column in columns:
        if column:
            assert column[-1].kind not in HEADS or column[-1].is_continued
            assert column[0].kind is not LineKind.SUM


@given(sizes=st.lists(st.none() | st.integers(1, 100), max_size=5))
def test_blank_rows_always_make_one_page(sizes):
    counts = blank_rows(sizes, rows=30, usual=15)
    sections = [SheetSection("x", "", blanks=count) for count in counts]
    assert all(count >= 1 for count in counts)
    assert len(lay_out(sections, rows=30, letters=30)) == 1
