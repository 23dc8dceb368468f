"""Lines that are neither a card nor a heading, by what people put around their lists: links, senders, footers, titles.

Such a line is recognised by what it says, not by naming no card: any other line has to be confirmed, and so does one
that may be a card with a strange name.
"""

import re
from enum import IntEnum, StrEnum

from decks.text.column_words import COLUMN_STEMS
from decks.text.line_parts import line_of
from decks.text.line_words import (
    FOOTER_WORDS,
    HARMLESS_WORDS,
    PARTING_WORDS,
    PRICE_SUMS,
    PRICE_UNITS,
    TALK,
    TITLE_WORDS,
)
from decks.text.numerals import CHINESE
from decks.text.remark_words import FINISHES, LATIN_REMARKS
from decks.text.section_words import HEADING_ASIDES, KINDS_OF_CARDS, OUTSIDE_SECTIONS, SIDE_SECTIONS
from decks.text.spelling import simplified
from decks.text.tokens import Part

QUOTE = re.compile(r"(?:> ?)+")
"""What precedes a line that a mail program or Markdown quotes."""
CHAT_QUOTE = re.compile(r"「(?P<sender>[^:：」]{1,24})[:：] ?(?P<rest>.*?)」?")
"""A message as WeChat quotes it: `「小明：3 HBU01-A07」`."""
_LINK = re.compile(r"(?:https?|ftp)://|www\.|[a-z0-9-]+\.(?:com|cn|net|org|gg)(?:/|\b)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:(?:https?|ftp)://|www\.)[^ ,，、]+", re.IGNORECASE)
_PHONE = re.compile(
    r"(?<![0-9])(?:\+?86[ -]?)?1[3-9][0-9](?:[ -]?[0-9]{4}){2}(?![0-9])|(?<![0-9])0[0-9]{2,3}-[0-9]{7,8}(?![0-9])"
)
_MAIL = re.compile(r"[A-Za-z0-9._+-]{1,40}@[A-Za-z0-9-]{1,40}\.[A-Za-z]+")
_TIME = re.compile(
    r"(?<![0-9])(?:[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?"
    r"|[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?)(?![0-9])"
)
_FENCE = re.compile(r"(?:```|~~~)\s*[A-Za-z]*")
_SPEAKER = re.compile(r"(?=.*[^\W_]).*:[^\w:]*")
_LABELS = re.compile(
    rf"(?:{'|'.join(map(re.escape, sorted((*TITLE_WORDS, *FOOTER_WORDS), key=len, reverse=True)))})\s*[:：]",
    re.IGNORECASE,
)
_CHINESE_FOOTERS = tuple(word for word in FOOTER_WORDS if not word.isascii())
_LATIN_WORDS = "|".join(re.escape(word) for word in FOOTER_WORDS if word.isascii())
_LATIN_FOOTERS = re.compile(rf"(?<![A-Za-z])(?:{_LATIN_WORDS})(?![A-Za-z])", re.IGNORECASE)


_CHAT = re.compile(
    r"@[^ 0-9]{1,20}|(?:\[(?:图片|表情|动画表情|语音|视频|文件|链接|红包|位置|聊天记录)[^\]]{0,10}\] ?)+"
)
_ASIDES = re.compile(
    "|".join(
        re.escape(word) if not word.isascii() else rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])"
        for word in sorted((*HEADING_ASIDES, *_CHINESE_FOOTERS), key=len, reverse=True)
        if word != "以上"
    ),
    re.IGNORECASE,
)
_KIND = "|".join(map(re.escape, sorted(KINDS_OF_CARDS, key=len, reverse=True)))
_KIND_HEADING = re.compile(
    rf"[\W_]*(?:(?:{_KIND})[卡牌类]?[\W_]*|(?:{_KIND})[卡牌类] ?[(\[【:] ?[0-9]{{1,2}} ?张?[\W_]*)", re.IGNORECASE
)
_KIND_TOTAL = re.compile(rf"[\W_]*(?:{_KIND})[卡牌类]?[\W_]*[xX]?[0-9]{{1,3}} ?张?[\W_]*", re.IGNORECASE)
_TALK = re.compile(
    "|".join(re.escape(word) if not word.isascii() else rf"(?<![A-Za-z]){word}(?![A-Za-z])" for word in TALK)
    + rf"|第 ?(?:[0-9]{{1,2}}|{CHINESE}) ?[轮届桌]|^[要差缺带] ?(?:[0-9]{{1,2}}|{CHINESE}) ?张",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"[\W_]*(?:[【《\[(「][^】》\])」0-9]{1,24}[】》\])」] ?)?(?:"
    + "|".join(
        (
            r"(?:一?共|总共|合计|共计)? ?[0-9]{1,3} ?[种款]类?[卡牌]?[ ,、;]*(?:一?共|合计|总计|计)? ?"
            r"(?:[0-9]{1,3} ?[张枚])?",
            r"[0-9]{1,3}(?: ?[/+=] ?[0-9]{1,3})+ ?[张枚]?|[0-9]{2,3} ?[张枚]",
            r"(?:[参选学座]赛?[手号]?|玩家|报名|桌|订单)?(?:编号|号码|序号|号) ?:? ?[0-9]{1,20}",
            r"满 ?[0-9]+ ?[元件张]? ?(?:[减送赠打返] ?[0-9.]+ ?[元折张]?|包邮|免邮)",
            r"(?:总|合计)?(?:件数|种数|款数|种类|页数|页码) ?:? ?[0-9]{1,3} ?[件种款页]?",
            rf"第 ?(?:[0-9]{{1,3}}|{CHINESE}) ?[版弹期页次稿]",
            r"[^\W\d]{1,12} ?[0-9]{1,2} ?[班级岁]",
            r"[^\W\d]{0,8}(?:更新|修改|整理|制作|打印|导出|发货|截止)[于至到在:]* ?[0-9]{1,2} ?[月./-] ?"
            r"[0-9]{1,2} ?[日号]?",
            r"[0-9]{1,2} ?月 ?[0-9]{1,2} ?[日号]?[^\W\d]{0,8}",
            r"(?:[^\W\d]{0,12} )?(?:v|ver\.?|version|版本) ?[0-9]{1,2}(?:\.[0-9]{1,2}){0,2}",
            r"(?:page|p\.) ?[0-9]{1,2}(?: ?(?:of|/) ?[0-9]{1,2})?|[0-9]{1,3} of [0-9]{1,3}",
            r"[0-9]{1,3} (?:different|unique|distinct)(?: cards?)?(?:[ ,;]*[0-9]{1,3} cards?)?(?: in)?(?: total)?",
        )
    )
    + r")[\W_]*",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d张枚]+")
_BREAKDOWN = re.compile(r" ?[(\[] ?[0-9]{1,2} ?[张枚]?[^\W\d]{1,8}(?:[ ,+、/]?[0-9]{1,2} ?[张枚]?[^\W\d]{1,8})+ ?[)\]]")
NOTHING = frozenset(("无", "没有", "暂无", "none", "empty", "n/a"))
"""What stands for an empty part."""
_OF_POSITION = ("以上", "如下")
_HARMLESS = re.compile(
    "|".join(
        re.escape(word) if not word.isascii() else rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])"
        for word in sorted({*FOOTER_WORDS, *HARMLESS_WORDS, *PRICE_SUMS, *PRICE_UNITS}, key=len, reverse=True)
        if word not in _OF_POSITION
    ),
    re.IGNORECASE,
)
_HARMLESS_ENDS = re.compile(rf"^(?:[\W_]*(?:{_HARMLESS.pattern}))+|(?:(?:{_HARMLESS.pattern})[\W_]*)+$", re.IGNORECASE)
_PARTING = re.compile(
    "|".join(re.escape(word) if not word.isascii() else rf"(?<![A-Za-z]){word}(?![A-Za-z])" for word in PARTING_WORDS),
    re.IGNORECASE,
)
ABOVE = re.compile(r"以上|上面|上述|上边|上方|(?<![A-Za-z])above(?![A-Za-z])", re.IGNORECASE)
_OTHER_PART = re.compile("|".join(word for word in (*SIDE_SECTIONS, *OUTSIDE_SECTIONS) if len(word) > 1), re.IGNORECASE)
_PRICE = re.compile(r"[¥￥$€£] ?[0-9]+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)? ?(?:块钱|元|块|円|[¥￥$€£])")
_SITE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|cn|net|org|gg)(?:/[^ ]*)?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_CROSSED = re.compile(
    r"~~(?=.+~~)|^~(?=.+~$)|[❌❎🚫⛔✗✘☒≥≤]|</?(?:s|del|strike)>|[<>]="
    r"|\?|待定|(?:^|(?<= ))[0-9]{1,2}\+(?= |$)"
)
MAX_SENDER = 24
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_COLUMN_WORDS = frozenset(word for words in COLUMN_STEMS.values() for word in words)
_CELLS = re.compile(r"[|,;\s]+")


class NoCard(StrEnum):
    """Why a line that names no known card is probably not a card.

    SURE: nobody writes a card so (a link, a telephone number, a fence, the heads of columns). SPEAKER: words and a
    colon, which a chat group's members and headings nobody knows have in common. LABELLED: it says of what kind it is
    (`作者：…`, `电话：…`). MENTIONED: a word stands in it that lists do not use for cards, though a card may be called
    so.
    """

    SURE = "sure"
    SPEAKER = "speaker"
    LABELLED = "labelled"
    MENTIONED = "mentioned"


class Parting(IntEnum):
    """How likely a line between cards parts them, if at all.

    REPEATED: only where cards stand on both sides of it. POSSIBLE: also where those above it make a whole section.
    SAYS_SO: its words are not all harmless, whatever the cards are.
    """

    REPEATED = 1
    POSSIBLE = 2
    SAYS_SO = 3


def says_otherwise(plain: str) -> bool:
    """Whether words say that something is not here, or is something else."""
    return _PARTING.search(simplified(plain)) is not None


def says_of_above(plain: str) -> bool:
    """Whether words say that what stands above is another part, or is not here."""
    text = simplified(plain)
    said = ABOVE.sub(" ", text)
    return said != text and (_PARTING.search(said) is not None or _OTHER_PART.search(said) is not None)


def parting(plain: str) -> Parting:
    """How likely a plain line that is neither a card nor a heading parts the cards around it."""
    text = simplified(plain)
    if _KIND_HEADING.fullmatch(text):
        return Parting.REPEATED
    if _FENCE.fullmatch(text) or _names_columns(text):
        return Parting.POSSIBLE
    said = without_contacts(without_times(text))
    if not _LETTER.search(_HARMLESS.sub(" ", said)):
        return Parting.POSSIBLE
    is_sender = bool(_TIME.search(text)) and len(said.strip()) <= MAX_SENDER
    is_chat = is_sender or is_speaker(text) or bool(_CHAT.fullmatch(text))
    return Parting.POSSIBLE if is_chat and not says_otherwise(text) else Parting.SAYS_SO


def no_card_kind(plain: str) -> NoCard | None:
    """Why a plain line is probably not a card, None if nothing says so. Only for lines that name no known card."""
    text = simplified(plain)
    if (
        _FENCE.fullmatch(text)
        or _CHAT.fullmatch(text)
        or _names_columns(text)
        or _LINK.search(text)
        or _PHONE.search(text)
        or _MAIL.search(text)
        or _KIND_HEADING.fullmatch(text)
        or text.strip(" .。").casefold() in NOTHING
    ):
        return NoCard.SURE
    if _SPEAKER.fullmatch(text):
        return NoCard.SPEAKER
    if _LABELS.match(text.lstrip("#*= ([【")):
        return NoCard.LABELLED
    if _TIME.search(text) or any(word in text for word in _CHINESE_FOOTERS) or _LATIN_FOOTERS.search(text):
        return NoCard.MENTIONED
    return None


def is_kind_heading(plain: str) -> bool:
    """Whether a line is a kind of cards and nothing else: `【怪兽】`, `怪兽：`, `怪兽卡（3）`; it opens no section."""
    return _KIND_HEADING.fullmatch(simplified(plain)) is not None


def is_talk(plain: str) -> bool:
    """Whether a line that names no known card may well be a sentence or a title though it has a number in it, which
    somebody may confirm: `还差一张`, `第3轮 桌号 12`, `… 2026`, `SR 3张`, `怪兽 20张`."""
    text = simplified(plain)
    if _TALK.search(text) or _KIND_TOTAL.fullmatch(text):
        return True
    tokens = line_of(text).tokens
    stating = [token for token in tokens if token.part in (Part.NUMERAL, Part.COUNT, Part.CIRCLED)]
    if stating and all(_YEAR.fullmatch(token.value) for token in stating):
        return True
    parts = {token.part for token in tokens}
    return Part.WORD not in parts and bool({Part.REMARK, Part.SHORT_REMARK} & parts)


def is_sum(plain: str) -> bool:
    """Whether a line that names no known card is a sum, an offer of a shop, a version or a day, whatever its numbers
    may count: `共14种 40张`, `40/40`, `满30减5`, `第3版`, `更新于5月1日`."""
    return _SUM.fullmatch(simplified(plain)) is not None


def is_speaker(plain: str) -> bool:
    """Whether a plain line is words with a colon behind them and nothing else."""
    return _SPEAKER.fullmatch(plain) is not None


def without_times(plain: str) -> str:
    """The line without the days and times in it, whose numbers are not counts."""
    return " ".join(_TIME.sub(" ", plain).split())


def without_breakdown(plain: str) -> str:
    """The line without a remark in brackets that says of what its copies are, where it adds up to their number:
    `奇树 4（2闪2平）`."""
    found = _BREAKDOWN.search(plain)
    if found is None:
        return plain
    rest = f"{plain[: found.start()]} {plain[found.end() :]}".strip()
    if not all(word in FINISHES or word.lower() in LATIN_REMARKS for word in _WORDS.findall(simplified(found[0]))):
        return plain
    stated = [token.value for token in line_of(rest).tokens if token.part in (Part.NUMERAL, Part.COUNT)]
    return rest if str(sum(map(int, re.findall("[0-9]+", found[0])))) in stated else plain


def crossed_out(plain: str) -> str:
    """The sign that a line is no longer meant, or that its count is not settled; else empty."""
    found = _CROSSED.search(plain)
    return found[0] if found else ""


def without_contacts(plain: str) -> str:
    """The line without links, mail addresses and telephone numbers."""
    said = plain
    for pattern in (_ADDRESS, _MAIL, _SITE, _PHONE):
        said = pattern.sub(" ", said)
    return " ".join(said.split())


def without_thanks(plain: str) -> str:
    """The line without the words at its ends that people put beside a list: `谢谢`, `老板`."""
    return _HARMLESS_ENDS.sub("", plain).strip()


def without_asides(plain: str) -> str:
    """The line without days, times, links and what people say around a heading."""
    said = _PRICE.sub(" ", _ADDRESS.sub(" ", without_times(plain)))
    return " ".join(_ASIDES.sub(" ", said).split())


def _names_columns(text: str) -> bool:
    """Whether a line consists of column names only."""
    cells = [cell.casefold() for cell in _CELLS.split(text) if cell.strip(":-")]
    return len(cells) > 1 and all(cell in _COLUMN_WORDS for cell in cells)
