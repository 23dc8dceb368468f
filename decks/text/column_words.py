"""What the columns of tables are called, in the words of shops, spreadsheets and other programs.

All are in simplified characters or lower-case letters: headings are compared in that form, without accents.
"""

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
        *("quantidade", "exemplaires", "nombre de cartes"),
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
FRENCH_COUNT = "nombre"
"""A heading that means the name in Spanish, and in French, beside another column of names, the count."""
RUNNING_NUMBERS = ("no", "id", "sku", "nr")
"""Headings that mean a card's number only where no other column does."""
SUBTOTALS = ("小计", "subtotal")
