"""Draw the rules pages: `make docs` writes docs/games from the pages that the package ships.

Each position of a page becomes an SVG picture beside it. A test sees to it that what is in docs/games is up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tablier.engine.registry import find, games
from tablier.guide import page
from tablier.language import LANGUAGES, language
from tablier.picture import svg
from tablier.picture.scene import Scene

LEAST_WIDTH = 384
"""Of a picture, in pixels."""


def files() -> dict[str, str]:
    """Every file of docs/games, by its path there."""
    built: dict[str, str] = {}
    for name in games():
        for lang in LANGUAGES:
            built |= _page(name, lang)
    return built


def _page(name: str, lang: str) -> dict[str, str]:
    built: dict[str, str] = {}
    prose: list[str] = []
    for part in page.split(find(name).pages.rules(lang)):
        if isinstance(part, page.Prose):
            prose.append(part.typeset(lang))
        else:
            picture = f"pictures/{name}-{len(built) + 1}.{lang}.svg"
            built[picture] = _drawn(part.scene(lang))
            caption = language(lang).typeset(part.caption)
            prose.append(f"![{caption}]({picture})\n\n*{caption}*\n")
    others = " · ".join(f"[{other}]({name}.{other}.md)" for other in LANGUAGES if other != lang)
    built[f"{name}.{lang}.md"] = f"{others}\n\n" + "".join(prose)
    return built


def _drawn(scene: Scene) -> str:
    """A part of a position is drawn larger than the whole."""
    return svg.render(scene, pixels=max(svg.PIXELS, LEAST_WIDTH / scene.width))


def write(folder: Path) -> None:
    """Write them all, and remove what is no longer among them."""
    built = files()
    for old in folder.rglob("*.*"):
        if old.relative_to(folder).as_posix() not in built:
            old.unlink()
    for path, content in built.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    print(f"{len(built)} files in {folder}")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
