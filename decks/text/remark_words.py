"""Words that say something about a copy of a card: its rarity, finish, language, state, or what its owner thinks of it.

Most of them are also words that cards are called by (`Rare Candy`, `Ultra Ball`, 闪光龙). What they are in a line
depends on where they stand, which `remarks` tells; here they are sorted by how far they can be trusted. All are in
simplified characters and, where they are Latin, in small letters.
"""

MEANT_SO = "sic"
"""Beside a number: it is meant as it stands, however much it looks like a typing error for another."""
RARITY_MARKS = frozenset(
    (
        *(
            "aa",
            "ar",
            "bwr",
            "chr",
            "chs",
            "cht",
            "cn",
            "cr",
            "csr",
            "en",
            "eng",
            "fa",
            "gr",
            "hr",
            "jp",
            "jpn",
            "lp",
            "lr",
        ),
        MEANT_SO,
        *("mr", "mur", "nm", "or", "ph", "pr", "rh", "rr", "rrr", "sar", "ser", "sp", "sr", "ssr", "tr", "ur", "xr"),
    )
)
"""Abbreviations. In front of a name they are believed in capitals only: `Mr. Mime`."""
CAPITALS_ONLY = frozenset(["or"])
"""Abbreviations that are words of a sentence in small letters."""
ENDS_NUMBERS = frozenset(["cr"])
"""Abbreviations that card numbers end with as well."""
ORDINARY_WORDS = frozenset(
    (
        *("ace", "acespec", "alt", "alternate", "amazing", "art", "basic", "chinese", "common", "english", "etched"),
        *("foil", "full", "gold", "golden", "holo", "holofoil", "hyper", "illustration", "japanese", "mega", "mint"),
        *("near", "new", "nonfoil", "normal", "parallel", "played", "promo", "rainbow", "rare", "rev", "reverse"),
        *("sealed", "secret", "shiny", "signed", "spec", "special", "super", "textured", "ultra", "uncommon"),
    )
)
"""Words of ordinary language. Words that end card names all the time (V, ex, GX, VMAX) are none."""
LATIN_REMARKS = RARITY_MARKS | ORDINARY_WORDS
PHRASES = frozenset(
    (
        *(("alt", "art"), ("alternate", "art"), ("full", "art"), ("near", "mint"), ("ace", "spec")),
        *(("reverse", "holo"), ("reverse", "foil"), ("reverse", "holofoil"), ("holo",), ("holofoil",), ("foil",)),
        *(("nonfoil",), ("english",), ("japanese",), ("chinese",)),
    )
)
"""Finishes and languages that no card's name begins or ends with."""
CLOSING_PHRASES = PHRASES | {
    *(("art", "rare"), ("special", "art"), ("special", "art", "rare"), ("rare", "holo"), ("holo", "rare")),
    *(("amazing", "rare"), ("gold", "rare"), ("hyper", "rare"), ("illustration", "rare"), ("rainbow", "rare")),
    *(("secret", "rare"), ("shiny", "rare"), ("super", "rare"), ("ultra", "rare"), ("shiny", "ultra", "rare")),
    *(("special", "illustration", "rare"), ("rare",), ("common",), ("uncommon",), ("promo",), ("acespec",)),
    *(("etched",), ("textured",)),
}
"""What no name ends with, such as rarities; in front of `Candy` the word `Rare` is a name."""
MAX_PHRASE = 3
INTENSIFIERS = frozenset(["super", "ultra", "hyper", "mega", "special", "new"])
"""Words that make another card of a name, in front of it and behind it; nobody writes them as remarks."""
SHORT_RARITIES = frozenset(["c", "u", "r", "n", "l", "p", "s", "h"])
"""Rarities of a single letter: believed beside a card number only."""
CHINESE_ADJECTIVES = (
    *("平行异画", "平行闪", "异画", "异图", "平行", "全图", "金闪", "银闪", "烫金", "镭射", "镀金", "普通", "稀有"),
    *("高罕", "低罕", "中文", "日文", "英文", "全新", "主力", "核心", "闪"),
)
"""Words that read on into a name behind them, with a space between as well."""
CHINESE_REMARKS = (
    *CHINESE_ADJECTIVES,
    *("异画卡", "特典卡", "特典", "闪卡", "金卡", "银卡", "普卡", "平卡", "签名卡", "签名"),
    *("预组", "补充包", "简中", "繁中", "简体", "繁体", "中文版", "日文版", "英文版", "日版", "美版", "国版"),
    *("现货", "预订", "二手", "正版", "包邮", "必带", "可换", "卡图随机"),
    *("卡牌编号", "卡片编号", "编号", "卡号", "卡牌名称", "卡片名称", "名称", "卡名", "牌名"),
    *("单价", "价格", "售价", "小计"),
)
FINISHES = frozenset(
    (
        *CHINESE_REMARKS,
        *("平", "普", "金", "银", "异", "高", "低", "亮", "新", "旧", "卡", "版", "中", "日", "英", "简", "繁", "原"),
    )
)
"""What copies in brackets may be of: finishes, languages, states."""
