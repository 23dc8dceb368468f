"""The words of list lines that belong to no game: counts, prices, titles, footers, headings, columns.

Rarities and other remarks are in `remark_words`.

All are in simplified characters or lower-case Latin letters: lines are compared in that form. A game's own words (its
sections, its numbers, its Energy symbols) are in its pack.
"""

UNREAD = "unread"
"""A word that, with a colon after it, keeps a line from being read: it is put before what could not be read."""
COUNT_CHARACTERS = "xX×✕✖⨉⨯*∗хХ"
CHINESE_UNITS = ("张牌", "张卡", "枚卡", "张", "枚", "份", "只", "片", "个", "枝", "套")
LATIN_UNITS = ("copies", "copy", "cards", "card", "pcs", "pc", "pieces", "piece", "ea", "each", "qty")
COUNT_PREFIXES = (
    *(
        "一共",
        "总共",
        "合计",
        "共计",
        "共有",
        "共",
        "各",
        "数量",
        "张数",
        "枚数",
        "份数",
        "数目",
        "带",
        "放",
        "要",
        "投入",
    ),
    *("quantity", "qty", "count", "copies", "amount"),
)
PLAYSET = "套"
"""The unit that says nothing about how many."""
FULL, FULL_ART = "full", "art"
"""A word that says as much, unless it is a finish."""
MANY_COPIES = ("能量", "energy")
"""The ends of names behind which more than nine copies are nothing unusual."""
NO_SETS = frozenset(
    (
        *("HP", "LV", "LVL", "PSA", "BGS", "CGC", "CCIC", "NM", "LP", "MP", "EX", "USD", "EUR", "GBP", "RMB", "CNY"),
        *("JPY", "TWD", "NTD", "HKD", "NO", "NR", "QTY", "X"),
    )
)
"""Abbreviations that stand in front of numbers other than a card's: points, grades, states, prices."""
PRICE_CHARACTERS = "¥￥$€£"
PRICE_SUMS = ("一共", "总共", "合计", "共计", "共", "小计", "总价", "单价")
PRICE_UNITS = ("块钱", "元", "块", "圆", "円", "日元", "rmb", "cny", "usd", "jpy", "eur")
TITLE_WORDS = (
    *("卡组名", "卡组名称", "套牌名", "套牌名称", "牌组名", "牌组名称", "标题", "名称", "作者", "玩家", "选手"),
    *("姓名", "昵称", "卡表", "牌表", "卡组码", "卡组代码", "赛事", "比赛", "日期", "时间", "门店", "店铺"),
    *("环境", "赛制", "格式", "来源", "备注", "deck name", "name", "player", "author", "by", "event"),
    *("tournament", "date", "format", "store", "source", "notes", "note", "title", "id", "player id", "decklist"),
    *("deck list", "deck code", "archetype", "created by", "exported"),
)
"""Words before a colon that say something about the list, never a card."""
FOOTER_WORDS = (
    *("电话", "手机", "微信", "微信号", "加微信", "qq群", "qq", "群号", "地址", "淘宝", "闲鱼", "拼多多"),
    *("小程序", "公众号", "客服", "包邮", "运费", "快递", "邮费", "顺丰", "优惠", "折扣", "总价", "合计金额"),
    *(
        "金额",
        "付款",
        "订单",
        "营业时间",
        "扫码",
        "谢谢",
        "感谢",
        "转发",
        "写道",
        "发表于",
        "以上",
        "如下",
        "求指点",
        "欢迎",
    ),
    *("老板", "tel", "phone", "whatsapp", "wechat", "email", "e-mail", "address", "shipping", "order", "invoice"),
    *(
        "subtotal",
        "thanks",
        "thank you",
        "copyright",
        "powered by",
        "prices",
        "tcgplayer",
        "cardmarket",
        "ebay",
        "wrote",
        "record",
        "place",
        "regional",
        "regionals",
        "championship",
        "championships",
    ),
)
"""Words of a line that a shop or a chat group puts around a list; a line with one, and no card, is not a card line."""
MAIN_SECTIONS = (
    *("主卡组", "主牌组", "主套牌", "主牌", "卡组", "套牌", "牌组", "牌库", "正卡组", "卡组列表", "套牌列表"),
    *("卡组清单", "main", "main deck", "maindeck", "mainboard", "deck", "decklist", "mb", "md"),
)
"""Headings of a game's first section, besides those in its pack."""
SIDE_SECTIONS = (
    *("备牌", "副卡组", "副牌组", "副牌", "备用牌", "备用卡牌", "备用卡", "换牌", "边牌", "备卡组", "side"),
    *("side deck", "sidedeck", "sideboard", "sb", "sideboards", "side board", "sideboard cards", "side cards"),
    *("备", "副", "边", "副卡", "换备", "后备", "备用", "替换", "备用卡组", "备用套牌", "备用牌组", "副套牌", "边卡"),
    *("reserve", "reserves"),
)
"""Headings of a side deck. In a game that has none, what follows is listed apart, not in the deck."""
OUTSIDE_SECTIONS = (
    *("衍生物", "指示物", "替补", "待选", "备选", "考虑中", "候选", "可替换", "想要", "求购", "maybeboard"),
    *("maybe", "considering", "tokens", "token", "wishlist", "wants"),
    *(
        "不要",
        "不要的",
        "不带",
        "不带的",
        "不上",
        "不用的",
        "没用的",
        "删掉",
        "删掉的",
        "删除",
        "去掉",
        "去掉的",
        "拿掉",
    ),
    *("拿掉的", "换掉", "换掉的", "换下", "还没买", "还没买的", "没买", "没买的", "cut", "cuts", "out", "not played"),
    *("not in deck", "removed"),
)
"""Headings of what is in nobody's deck."""
LEADERS = (
    *("统帅", "主帅", "队长", "领队", "领袖", "首领", "主将", "指挥官", "王牌"),
    *("commander", "leader", "captain", "general"),
)
"""Headings of the card that leads a deck in some games; in one that has no such section they may be a title."""
KINDS_OF_CARDS = (
    *(
        "怪兽",
        "怪物",
        "英雄",
        "奥特曼",
        "魔法",
        "陷阱",
        "角色",
        "事件",
        "单位",
        "法术",
        "场景",
        "场地",
        "装备",
        "支援",
        "道具",
    ),
    *(
        "物品",
        "能量",
        "训练家",
        "宝可梦",
        "战术",
        "指令",
        "monsters",
        "spells",
        "traps",
        "units",
        "characters",
        "events",
    ),
    *("heroes", "items", "supporters", "stadiums"),
)
"""Headings within a section that say of what kind the cards below are, wherever the game does not head so itself."""
TALK = (
    *(
        "我",
        "你",
        "他们",
        "还差",
        "只差",
        "还缺",
        "还要",
        "就够",
        "够了",
        "不够",
        "桌号",
        "座位",
        "夏季",
        "冬季",
        "春季",
        "秋季",
    ),
    *(
        "赛季",
        "比赛",
        "联赛",
        "店赛",
        "杯赛",
        "公开赛",
        "大赛",
        "锦标赛",
        "冠军",
        "亚军",
        "战绩",
        "round",
        "table",
        "season",
    ),
    *("league", "cup", "need", "missing", "players", "standings"),
)
"""Words of a chat or of an event's title; a line with one that names no card may be one with a count in it."""
HEADING_ASIDES = (
    *(
        "列表",
        "清单",
        "明细",
        "如下所示",
        "如下",
        "见下",
        "以下是",
        "以下为",
        "以下",
        "下面是",
        "下面",
        "这是",
        "这些是",
        "这里是",
    ),
    *(
        "我的",
        "我带的",
        "还有",
        "然后是",
        "然后",
        "接下来是",
        "谢谢老板",
        "谢谢大家",
        "谢谢",
        "感谢",
        "多谢",
        "老板",
        "大家",
        "求指点",
    ),
    *("list", "below", "as follows", "following", "here is", "here's", "this is", "my", "the", "and", "then", "now"),
    *("thanks", "thank you", "please", "thx", "lol", "haha", "hi", "hello", "hey", "guys", "everyone", "all", "bro"),
)
"""What people say around the name of a section where they head it: `备牌如下`, `Here is my sideboard, thanks`."""
HARMLESS_WORDS = (
    *(
        "联系",
        "咨询",
        "请",
        "加我",
        "我",
        "好友",
        "群",
        "号",
        "码",
        "私聊",
        "大家",
        "多谢",
        "的",
        "了",
        "啦",
        "哦",
        "哈",
    ),
    *("please", "thx", "thanks", "thank you", "me", "us", "at", "the", "and", "by", "on"),
)
"""Words that, beside those of a footer, say nothing about the cards below."""
PARTING_WORDS = (
    *(
        "缺货",
        "断货",
        "无货",
        "没货",
        "售罄",
        "不发",
        "不带",
        "不要",
        "另",
        "第二",
        "第三",
        "下一",
        "其他",
        "其它",
        "剩",
        "多余",
    ),
    *(
        "赠",
        "凑单",
        "预订",
        "预售",
        "以下",
        "下面",
        "后面",
        "以上",
        "上面",
        "套",
        "another",
        "second",
        "next",
        "other",
        "rest",
    ),
    *("extra", "plus", "sold", "stock", "missing", "skip", "spare", "trade", "deck", "list"),
)
"""Words that are not a sender's name: they say that what follows is something else."""
COLUMN_STEMS = {
    "section": (*("区域", "分区", "部分", "牌区", "section", "part", "zone", "board", "deck"),),
    "count": (
        *(
            "张数",
            "数量",
            "枚数",
            "份数",
            "个数",
            "件数",
            "几张",
            "多少",
            "数目",
            "投入",
            "count",
            "copies",
            "quantity",
            "qty",
        ),
        *("amount", "pcs", "total quantity", "anzahl", "menge", "stückzahl", "quantité", "cantidad", "quantità"),
        *("quantidade", "exemplaires"),
    ),
    "number": (
        *("卡牌编号", "卡片编号", "编号", "卡号", "货号", "编码", "卡密", "型号", "number", "code", "passcode"),
        *(
            "id",
            "sku",
            "no",
            "coll.#",
            "coll.",
            "coll. no",
            "collector number",
            "nummer",
            "kartennummer",
            "artikelnummer",
        ),
        *("numéro", "número", "numero", "カード番号", "番号"),
    ),
    "name": (
        *("卡牌名称", "卡片名称", "名称", "卡名", "牌名", "品名", "商品", "卡牌", "卡片", "name", "card"),
        *(
            "title",
            "product",
            "item",
            "karte",
            "kartenname",
            "bezeichnung",
            "artikel",
            "nom",
            "nombre",
            "carte",
            "carta",
        ),
        *("nome", "カード名", "名前"),
    ),
    "": (
        *("库存", "星级", "add to quantity"),
        *("序号", "稀有度", "罕贵度", "罕度", "单价", "价格", "小计", "金额", "备注", "类型", "种类", "属性"),
        *("版本", "图片", "rarity", "price", "total", "note", "notes", "remark", "type", "kind"),
        *("version", "image", "#", "language", "condition", "finish", "foil", "subtotal"),
        *("unit price", "index", "set name", "product line", "product id", "tcgplayer id", "photo url", "printing"),
        *("reg.", "regulation", "regulation mark", "赛制标记", "规格"),
        *("edition", "series", "等级", "费用", "行号", "排名", "level", "cost", "stock", "rank"),
        *("preis", "zustand", "sprache", "seltenheit", "prix", "langue", "état", "rareté", "precio", "idioma"),
        *("estado", "rareza", "prezzo", "lingua", "condizione", "rarità", "preço", "レアリティ", "価格"),
    ),
    "set": (
        "set",
        "set code",
        "expansion",
        "expansion code",
        "collection",
        "系列",
        "系列代码",
        "补充包",
        "erweiterung",
    ),
}
"""What columns of tables are called; those of the row without a word say nothing about which card or how many."""
ASIDE_STEMS = (
    "库存",
    "价",
    "星级",
    "金额",
    "preis",
    "prix",
    "precio",
    "prezzo",
    "price",
    "stock",
    "cost",
    "tcglow",
    "directlow",
)
"""What makes a column say nothing about the cards, whatever else stands in its heading: `单张价格`, 库存数量."""
NOTE_STEMS = ("备注", "附注", "说明", "note", "remark", "comment")
"""Headings of columns for remarks, each about its own row."""
PROSE_STEMS = (
    *("效果", "能力", "文本", "描述", "系列", "补充包", "版本", "effect", "ability", "text", "description", "flavor"),
    *("setname", "productline", "series", "edition", "version", "image", "图片", "url"),
)
"""Headings of columns with a card's own text or where it was printed, in which any word may stand."""
STOCK_STEMS = ("状态", "库存", "有货", "stock", "status", "available")
"""Headings of columns that say what is there to be had."""
WHOLE_HEADINGS = ("coll",)
"""Words that are headings by themselves, and parts of longer ones that mean something else (`Collected`)."""
RUNNING_NUMBERS = ("no", "id", "sku", "nr")
"""Headings that mean a card's number only where no other column does."""
SUBTOTALS = ("小计", "subtotal")
