"""Markdown as HTML: of rules pages, where each numbered rule can be pointed at, and of lessons, which do so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tablier.guide.page import WORDS
from tablier.language import language

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def block(markdown: str, lang: str, prefix: str = "", game: str = "") -> str:
    """Paragraphs; rule numbers of this prefix lead to the game's rules page."""
    return _finish(_MARKDOWN.parse(markdown), lang, prefix, game)


def inline(markdown: str, lang: str, prefix: str = "", game: str = "") -> str:
    """A sentence or two, without a paragraph around them."""
    return _finish(_MARKDOWN.parseInline(markdown), lang, prefix, game)


class RulesPage:
    """Writes the parts of one rules page: no two rules have the same id, and it keeps a table of contents."""

    def __init__(self, prefix: str, lang: str) -> None:
        self.prefix, self.lang, self._said = prefix, lang, WORDS.texts(lang)
        self.contents: list[dict[str, Any]] = []
        self._times: Counter[str] = Counter()

    def render(self, markdown: str) -> str:
        """A stretch of the page as HTML, without the page's title."""
        tokens = _MARKDOWN.parse(markdown)
        if tokens and tokens[0].tag == "h1":
            del tokens[:3]
        for i, token in enumerate(tokens):
            if token.type == "heading_open":
                self._mark_heading(token, tokens[i + 1].content)
            elif token.type == "list_item_open" and tokens[i + 2].type == "inline":
                self._mark_rule(token, tokens[i + 2].children or [])
        return _finish(tokens, self.lang, self.prefix, "")

    def _mark_heading(self, token: Token, words: str) -> None:
        id = self._only(re.sub(r"\W+", "-", words.lower()).strip("-"))
        token.attrSet("id", id)
        self.contents.append({"id": id, "words": typeset(words, self.lang), "level": int(token.tag[1])})

    def _mark_rule(self, token: Token, children: list[Token]) -> None:
        """`- **WM-7** *(ruling)* ...`: an item with the id WM-7, whose number is a link to itself."""
        telling = [child for child in children if child.type != "text" or child.content.strip()]
        if len(telling) < 3 or telling[0].type != "strong_open":
            return
        number = telling[1].content
        if not re.fullmatch(rf"{self.prefix}-\d+", number):
            return
        id = self._only(number)
        is_ruling = (
            len(telling) > 4 and telling[3].type == "em_open" and telling[4].content == self._said["ruling.mark"]
        )
        token.attrSet("id", id)
        token.attrSet("class", "rule ruling" if is_ruling else "rule")
        if is_ruling:
            telling[3].attrSet("class", "mark")
            telling[3].attrSet("title", self._said["ruling.meaning"])
        telling[0].tag = telling[2].tag = "a"
        telling[0].attrSet("class", "number")
        telling[0].attrSet("href", f"#{id}")

    def _only(self, id: str) -> str:
        """The id itself the first time; afterwards with a number."""
        self._times[id] += 1
        return id if self._times[id] == 1 else f"{id}-{self._times[id]}"


def _finish(tokens: Sequence[Token], lang: str, prefix: str, game: str) -> str:
    page = f"/rules/{game}" if game else ""
    for token in tokens:
        children = token.children or []
        for child in children:
            if child.type == "text":
                child.content = typeset(child.content, lang)
        token.children = list(_with_links(children, prefix, page)) if prefix else children
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def typeset(text: str, lang: str) -> str:
    """As it is printed: as everywhere in its language; and on a page, apostrophes are curved in any."""
    return language(lang).typeset(text.replace("'", "\u2019"))


def _with_links(children: Sequence[Token], prefix: str, page: str) -> Iterator[Token]:
    """The same, each rule number a link; those within a link are one already."""
    inside = 0
    for child in children:
        inside += child.nesting if child.tag == "a" else 0
        if child.type == "text" and not inside:
            yield from _split(child, prefix, page)
        else:
            yield child


def _split(text: Token, prefix: str, page: str) -> Iterator[Token]:
    for part in re.split(rf"\b({prefix}-\d+)\b", text.content):
        words = Token("text", "", 0, content=part)
        if re.fullmatch(rf"{prefix}-\d+", part):
            yield Token("link_open", "a", 1, attrs={"href": f"{page}#{part}", "class": "cite"})
            yield words
            yield Token("link_close", "a", -1)
        elif part:
            yield words
