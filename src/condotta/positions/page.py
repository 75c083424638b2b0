"""One page of rulings: each question in words, the ruling, the numbers, the clauses, the picture.

The page needs nothing from outside and no scripts; it is light or dark as the reader's screen is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

import condotta
from condotta.positions.games import Game, game
from condotta.positions.pictures import STYLE, Boards, ruled, view
from condotta.positions.running import Run
from condotta.positions.scenes import Scene, Shown
from condotta.positions.worded import Words
from condotta.report import figures
from condotta.report.page import MARK
from condotta.report.palette import themes
from condotta.report.sheet import LAYOUT
from condotta.report.svg import TYPE, definitions
from condotta.rules.clauses import in_language, register, trust
from condotta.words import has, measured_in, say, spoken

CLAUSE = re.compile(r"\[?\b([A-Z]{2}-\d+(?:\.\d+)?)\b\]?")
SHEET = """
body{max-width:1280px}
header .note{font:italic 17px/1.45 var(--serif);color:var(--ink2);max-width:70ch;margin-top:8px}
.table{margin:18px 0}.table svg,.shot svg{display:block;width:100%;height:auto;border-radius:8px}
.table svg{max-height:64vh}
.ruling{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:22px;
align-items:start;margin:16px 0;scroll-margin-top:12px}
.ruling.plain{grid-template-columns:minmax(0,1fr)}
.ruling :is(h2,h3){font-size:19px;margin-bottom:8px;overflow-wrap:anywhere}
.ruling li{padding:4px 0;border-top:1px solid var(--rule);overflow-wrap:anywhere}
.ruling li:first-child{border-top:0}
.verdict{display:inline-block;font:700 13px/1 var(--sans);padding:6px 12px;border-radius:99px;
border:1.5px solid currentColor;margin-bottom:8px}
.verdict.yes{color:var(--ok)}.verdict.no{color:var(--warn)}.verdict.yes::before{content:"✓ "}
.verdict.no::before{content:"✗ "}
.note{color:var(--ink2);font-size:14px;margin-bottom:6px}.unlike{color:var(--warn)}
.shot{position:sticky;top:12px}.shot svg{border:1px solid var(--rule);max-height:82vh}
.run{margin-top:30px;padding-bottom:4px;border-bottom:2px solid var(--rule2)}
.clauses{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr));gap:12px}
.clauses dt{font:700 14px/1.3 var(--mono);scroll-margin-top:12px}.clauses dd{margin:2px 0 0}
.clauses small{display:block;color:var(--ink3);margin-top:3px}
.clauses div:target{border-color:var(--focus);box-shadow:0 0 0 2px var(--focus)}
details{margin:18px 0}summary{cursor:pointer;font-weight:650;padding:8px 0}
details li{font-size:14px;padding:2px 0;overflow-wrap:anywhere}
a.cl{padding:1px 0}a:focus-visible,summary:focus-visible{outline:3px solid var(--focus);
outline-offset:2px;border-radius:3px}
footer{color:var(--ink3);font-size:13px;margin-top:34px}
@media (max-width:820px){body{padding:0 16px 32px}.ruling{grid-template-columns:minmax(0,1fr);
gap:12px}.shot{position:static}h1{font-size:25px}}
@media print{.ruling{break-inside:avoid}.shot{position:static}}
"""


def page(shown: Shown) -> str:
    """The page of a file that was run, in the language that is spoken now."""
    report = shown.report
    known = game(report.system)
    boards = Boards()
    with measured_in(known.unit):
        body = "".join(parts(shown, known, boards))
    title = escape(report.title or report.file)
    style = themes() + LAYOUT + TYPE + STYLE + SHEET
    drawn = f"{definitions()}{figures.DEFS}{boards.definitions()}"
    shared = f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{drawn}</svg>'
    return (
        f'<!doctype html>\n<html lang="{spoken()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="generator" content="Condotta {escape(condotta.__version__)}">'
        f"<title>{title}</title><style>{style}</style></head>\n"
        f"<body>{shared}<main>{body}</main></body></html>\n"
    )


def parts(shown: Shown, known: Game, boards: Boards) -> Iterator[str]:
    """The parts of the page, in their order."""
    yield masthead(shown)
    if any(shown.scenes):
        drawn = view(shown.begins[0], (), boards, say("rule.page.map"))
        yield f'<section class="table card">{drawn}</section>'
    else:
        yield f'<p class="card">{escape(say("rule.page.none"))}</p>'
    told = [shown.report.note]
    for run, scenes, end in zip(shown.report.runs, shown.scenes, shown.ends, strict=True):
        last = Words(end, known)
        if run.name:
            yield f'<h2 class="run">{escape(last.reading(run))}</h2>'
        for scene in scenes:
            words = Words(scene.moment.position, known, scene.moment.asks)
            lines = list(words.answer(scene))
            told += (scene.turn.note, *lines)
            yield ruling(scene, words.title(scene.turn), lines, boards, 3 if run.name else 2)
        if scenes:
            lines = list(last.ending(run))
            told += lines
            yield ending(run, lines)
    yield clauses(told)
    params = {"engine": condotta.__version__, "file": shown.report.file}
    yield f"<footer>{escape(say('rule.page.made', params))}</footer>"


def masthead(shown: Shown) -> str:
    """What the file is about, and which game it is of."""
    report = shown.report
    system = say(f"system.{report.system}") if has(f"system.{report.system}") else report.system
    brand = f'<p class="brand">{MARK}Condotta</p>'
    line = f"{escape(system)} · {escape(say('rule.page.title'))}"
    note = f'<p class="note">{cited(report.note)}</p>' if report.note else ""
    title = escape(report.title or report.file)
    return f'<header>{brand}<h1 dir="auto">{title}</h1><p>{line}</p>{note}</header>'


def ruling(scene: Scene, title: str, lines: Iterable[str], boards: Boards, rank: int) -> str:
    """One thing said or asked, the ruling on it, and its picture; its heading is of that rank."""
    accepted = scene.turn.answer.get("accepted")
    tone = "yes" if accepted else "no"
    verdict = "".join(f'<p class="verdict {tone}">{escape(word)}</p>' for word in ruled(scene))
    note = f'<p class="note">{cited(scene.turn.note)}</p>' if scene.turn.note else ""
    listed = "".join(f"<li>{cited(line)}</li>" for line in lines)
    unlike = "".join(
        f'<p class="unlike">{escape(say("rule.page.unlike"))}: {escape(one)}</p>'
        for one in scene.turn.differences
    )
    shot = ""
    if scene.figures:
        drawn = view(scene.moment.position, scene.figures, boards, say("rule.page.picture"))
        shot = f'<div class="shot">{drawn}</div>'
    text = f"<h{rank}>{escape(title)}</h{rank}>{verdict}{note}<ul>{listed}</ul>{unlike}"
    shape = "" if shot else " plain"
    return f'<article class="card ruling{shape}"><div>{text}</div>{shot}</article>'


def ending(run: Run, lines: Iterable[str]) -> str:
    """How a run ends."""
    unlike = "".join(f'<p class="unlike">{escape(one)}</p>' for one in run.differences)
    listed = "".join(f"<li>{cited(line)}</li>" for line in lines)
    head = escape(say("rule.page.then"))
    return f"<details><summary>{head}</summary><ul>{listed}</ul></details>{unlike}"


def cited(text: str) -> str:
    """A text whose clauses lead to what they say, below on the page."""
    pieces = CLAUSE.split(text)
    return "".join(
        f'<a class="cl" href="#{part}">{part}</a>'
        if at % 2 and part in register()
        else escape(part)
        for at, part in enumerate(pieces)
    )


def clauses(lines: Iterable[str]) -> str:
    """Every clause that was cited: what it says in our words, and how sure we are of it."""
    named = dict.fromkeys(name for line in lines for name in CLAUSE.findall(line))
    found = [register()[name] for name in sorted(named) if name in register()]
    if not found:
        return ""
    lang = spoken()
    told = "".join(
        f'<div class="card" id="{one.id}"><dt>{one.id}</dt>'
        f"<dd>{escape(in_language(one, lang).says)}<small>{escape(trust(one, lang))}</small></dd>"
        "</div>"
        for one in found
    )
    head = escape(say("rule.page.clauses"))
    return f'<section><h2>{head}</h2><dl class="clauses">{told}</dl></section>'
