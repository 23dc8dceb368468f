"""Exported lists: copied, downloaded, shared by a link that needs no account and stores nothing."""

import io
import re
from hashlib import md5

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from decks.models import Decklist, DecklistVersion
from decks.text.ydk import Passcodes, write_ydke
from tests.decks.text.test_share import packed
from tests.people_and_events import load_every_game, owner_of, player_actor
from tests.typed_lists import LEGAL, SHORT
from tests.web.decks.opening import an_entry, editor_of, text_of, typed_in
from tests.web.public.visiting import browser
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/decks/shared/1\.[\w-]+/)"')
YDK = "#created by Player\n#main\n" + "120105001\n" * 3 + "#extra\n120105002\n!side\n"


@pytest.fixture(autouse=True)
def _games():
    load_every_game()


def check(**sent):
    return browser(None).post(reverse("deck_check"), sent)


def link_on(page) -> str:
    found = LINK.search(page.content.decode())
    assert found, text_of(page)[:400]
    return found[1]


def shared(**sent):
    """The page behind the link of a list in the deck check."""
    return browser(None).get(link_on(check(**sent)))


class TestTheLink:
    def test_it_opens_for_everybody_with_todays_verdict_and_stores_nothing(self):
        page = shared(text=LEGAL, best_of="3")
        assert "40/40" in text_of(page)
        assert "verdict-legal" in page.content.decode()
        assert "For a match that is best of 3." in text_of(page)
        assert 'class="qr"' in page.content.decode()
        assert page["X-Robots-Tag"] == "noindex"
        assert not Decklist.objects.exists()

    def test_a_link_longer_than_any_code_opens_without_one(self):
        names = [[1, "", md5(str(number).encode(), usedforsecurity=False).hexdigest()] for number in range(150)]
        payload = packed(["ultraman-hero-duel", 3, "", "", [["main", names]]])
        assert 2_953 < len(payload) < 12_000
        page = browser(None).get(reverse("shared_list", args=[payload]))
        assert page.status_code == 200
        assert 'class="qr"' not in page.content.decode()

    def test_an_illegal_list_shows_its_clauses_and_no_way_to_change_it(self):
        page = shared(text=SHORT, best_of="3")
        assert "1.0.2 " in text_of(page)
        assert 'name="edit"' not in page.content.decode()

    def test_the_terms_go_along(self):
        page = shared(text=LEGAL, best_of="1", pool="closed")
        assert "In a match that is best of 1 there is no Sideboard" in text_of(page)
        assert "which is closed" in text_of(page)

    def test_it_opens_in_the_deck_check(self):
        page = shared(text=LEGAL, best_of="3")
        address = re.search(r'href="(/decks/check/\?[^"]+)"', page.content.decode())[1].replace("&amp;", "&")
        opened = browser(None).get(address)
        assert typed_in(opened).startswith("Main deck\n3 HBU01-A01")
        assert "verdict-legal" in opened.content.decode()
        assert "data-version" in opened.content.decode()

    def test_a_pasted_link_is_a_list(self):
        link = link_on(check(text=LEGAL, best_of="3"))
        page = check(text=f"http://testserver{link}", best_of="3")
        assert "verdict-legal" in page.content.decode()
        assert "Read as shared link." in text_of(page)

    @pytest.mark.parametrize("payload", ["1.AAAA", "x", "1." + "A" * 3000, packed([]), packed(["g"])])
    def test_a_damaged_one_says_so(self, payload):
        for path in (reverse("shared_list", args=[payload]), reverse("shared_list_file", args=[payload, "text"])):
            page = browser(None).get(path)
            assert page.status_code == 404
            assert "damaged or cut off" in text_of(page)

    def test_a_game_or_format_that_does_not_exist_is_not_there(self):
        gone = packed(["chess", 3, "open", "", [["main", [[1, "A"]]]]])
        assert browser(None).get(reverse("shared_list", args=[gone])).status_code == 404
        link = link_on(check(text=LEGAL, best_of="3"))
        assert browser(None).get(f"{link}pdf/").status_code == 404

    def test_hostile_names_are_only_text(self):
        evil = packed(
            ["ultraman-hero-duel", 3, "open", "", [["main", [[1, "HBU09-A01", "<script>alert(1)</script>"]]]]]
        )
        page = browser(None).get(reverse("shared_list", args=[evil])).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


class TestFiles:
    @pytest.mark.parametrize(
        ("to", "kind", "start"),
        [
            ("text", "text/plain", "主牌 (40)"),
            ("csv", "text/csv", "\ufeff区域,张数,编号,名称"),
        ],
    )
    def test_a_download(self, to, kind, start):
        link = link_on(check(text=LEGAL, best_of="3"))
        answer = browser(None).get(f"{link}{to}/?lang=zh")
        assert answer["Content-Type"] == f"{kind}; charset=utf-8"
        assert 'attachment; filename="ultraman-hero-duel.' in answer["Content-Disposition"]
        assert answer.content.decode().startswith(start)

    def test_a_workbook_that_comes_back(self):
        link = link_on(check(text=LEGAL, best_of="3"))
        data = browser(None).get(f"{link}xlsx/?lang=en").content
        assert load_workbook(io.BytesIO(data)).worksheets[0]["A2"].value == "Main deck"
        page = check(best_of="3", file=SimpleUploadedFile("my list.xlsx", data))
        assert "verdict-legal" in page.content.decode()
        assert typed_in(page).splitlines()[0] == "Section,Count,Number,Name"

    def test_a_format_that_cannot_say_every_card_explains_it(self):
        page = check(game="rush-duel", text="3 RD-DEMO-JP001")
        answer = browser(None).get(f"{link_on(page)}ydk/")
        assert answer.status_code == 422
        assert "contain passcodes only" in text_of(answer)
        assert "contain passcodes only" in text_of(browser(None).get(link_on(page)))

    def test_formats_are_offered_where_they_make_sense(self):
        assert "PTCG Live" not in text_of(shared(text=LEGAL, best_of="3")).split("Copy or download it")[1]
        assert "PTCG Live" in text_of(shared(game="pokemon-tcg", text="4 DEM-001")).split("Copy or download it")[1]
        assert "ydke" in text_of(shared(game="rush-duel", text=YDK)).split("Copy or download it")[1]

    def test_with_a_line_nobody_can_read_nothing_leaves(self):
        page = check(text=f"{LEGAL}\n3 ???", best_of="3")
        assert LINK.search(page.content.decode()) is None
        assert "1 line of the list cannot be read" in text_of(page)


class TestOtherFormatsInTheBox:
    def test_a_ydk_file_is_judged_where_it_stands(self):
        page = check(game="rush-duel", file=SimpleUploadedFile("deck.ydk", YDK.replace("\n", "\r\n").encode()))
        assert typed_in(page) == YDK
        assert "Read as .ydk." in text_of(page)
        more = check(game="rush-duel", text=f"{YDK}120105001\n")
        assert "Line 8: 1 card under “!side” is not part of this game's deck." in text_of(more)

    def test_a_tap_on_a_link_turns_it_into_text(self):
        text = write_ydke(Passcodes((120105001, 120105001)))
        page = check(game="rush-duel", text=text, edit="add:main:120105001")
        assert typed_in(page) == "Deck\n3 120105001\n"

    def test_a_row_of_a_table_is_corrected_by_its_tap(self):
        text = "区域,张数,编号,名称\n主牌,3,,赛罗奥特慢\n主牌,2,HBU01-CR,\n"
        page = check(text=text)
        edit = re.search(r'value="(line:2:[0-9a-f]{8}:HBU01-A07:3)"', page.content.decode())[1]
        corrected = check(text=text, edit=edit)
        assert typed_in(corrected).splitlines()[1:3] == ["3 HBU01-A07 赛罗奥特曼", "2 HBU01-CR 令迦奥特曼"]

    def test_another_games_list_says_so(self):
        assert "have no such numbers" in text_of(check(game="ultraman-hero-duel", text=YDK))


class TestWhoseListItIs:
    @pytest.fixture
    def entry(self):
        entry = an_entry()
        save_entry_decklist(
            actor=owner_of(entry.tournament), registration_id=entry.pk, text=LEGAL, submit=True, reason="x"
        )
        return entry

    def test_the_player_shares_their_own_without_their_name(self, entry):
        player = browser(player_actor(entry))
        link = link_on(player.get(editor_of(entry)))
        assert "王小明" not in text_of(browser(None).get(link))
        version = DecklistVersion.objects.get()
        saved = player.get(reverse("deck_version", args=[entry.pk, version.number]))
        assert link_on(saved) == link

    def test_staff_take_a_hidden_list_along_but_share_no_link(self, entry):
        page = browser(owner_of(entry.tournament)).get(editor_of(entry))
        assert "Link and QR code" not in text_of(page)
        assert "Download as CSV" in page.content.decode()
        own = browser(player_actor(entry)).get(editor_of(entry))
        assert "Link and QR code" in text_of(own)

    def test_a_stranger_finds_no_link(self, entry):
        page = browser(None).get(editor_of(entry))
        assert page.status_code in (302, 403, 404)
        assert "/decks/shared/" not in page.content.decode()
