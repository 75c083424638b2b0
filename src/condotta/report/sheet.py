"""The style sheet of the report page: wide, phone, dark and on paper."""

from __future__ import annotations

from condotta.data import one_line
from condotta.report.palette import themes
from condotta.report.svg import TYPE

LAYOUT = one_line("condotta.report", "sheet.css")
"""How pages are laid out, without their colours."""


def css(turns: int) -> str:
    """All of it; one rule a turn shows that turn when its mark is chosen."""
    shown = ",".join(f"#t{turn}:checked~.whole #p{turn}" for turn in range(turns))
    marked = ",".join(f"#t{turn}:checked~.whole label[for=t{turn}] svg" for turn in range(turns))
    named = ",".join(f"#t{turn}:checked~.whole .line label[for=t{turn}]" for turn in range(turns))
    focus = ",".join(
        f"#t{turn}:focus-visible~.whole .line label[for=t{turn}]" for turn in range(turns)
    )
    chosen = (
        f"{shown}{{display:grid}}"
        f"{named}{{color:var(--ink);font-weight:700}}"
        f"{marked}{{transform:scale(1.45)}}"
        f"{focus}{{outline:3px solid var(--focus);outline-offset:2px}}"
    )
    return themes() + TYPE + LAYOUT + chosen
