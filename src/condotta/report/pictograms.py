"""A sign for every troop type, drawn here, in a box from -6 to 6."""

from __future__ import annotations

from condotta.report.ink import el, path

HORSE = (
    "M-3.4 5.6C-3.6 2-4.2-.8-1.4-3.8L-1.2-5.8 .8-4.4"
    "C3-3.4 4.4-1.4 5 .8L3.6 2.4 .8 1C.8 3 1.8 4 2 5.6z"
)
TRUNK = "M-5 5.4V-1C-5-6.4 3.2-6.4 3.2-1.2V2.6C3.2 5.4 6 5.4 5.8 2.6"
BOW = "M-1.5-5.2C4-4 4 4-1.5 5.2M-1.5-5.2V5.2"
SHIELD = "M-4-4.8H2.4V0C2.4 2.8.6 4.6-.8 5.4-2.2 4.6-4 2.8-4 0z"
ROUND = "M2 0A3.9 3.9 0 1 1-5.8 0 3.9 3.9 0 1 1 2 0"
WHEEL = "M2.6 1.6A3.8 3.8 0 1 1-5 1.6 3.8 3.8 0 1 1 2.6 1.6"
SPOKES = "M-1.2-2.2V5.4M-5 1.6H2.6"

# Lines, then filled shapes, then dots as (x, y, radius).
Sign = tuple[str, str, tuple[tuple[float, float, float], ...]]
SIGNS: dict[str, Sign] = {
    "ARC": (f"{BOW}M-5 0H5.4M3.4-1.8L5.4 0 3.4 1.8", "", ()),
    "BLV": (f"{BOW}M-5 0H2.4", "", ((4.6, -3.6, 0.9), (4.6, 3.6, 0.9))),
    "LFT": (ROUND + "M2 5.6L5.6-5.6", "", ()),
    "LSP": (ROUND + "M4.6 5.8V-5.6M3-3.4L4.6-5.8 6.2-3.4", "", ()),
    "RBL": (
        "",
        "",
        ((-4, -2.6, 1.2), (0, -4.2, 1.2), (3.8, -1.6, 1.2), (-2, 2, 1.2), (2.2, 3.4, 1.2)),
    ),
    "RDR": ("M-3.4 5.8V-5.6", "M-3.4-5.6L5-3.4-3.4-.8z", ()),
    "SKM": ("M-4.6 5L-.4-5M0 5L4.4-5", "", ((-4.4, -2.6, 1), (4.6, 2.6, 1))),
    "WBD": ("M-4.4 5.4L2.4-4.4", "M.8-5.6C5-5.4 6.2-1 4.4 1.8L.4-1.4z", ()),
    "ART": (f"{WHEEL}M-1.2 1.6L5.8-4.6", "", ((-1.2, 1.6, 1),)),
    "EFT": (SHIELD + "M4.8 5.8V-5.8", SHIELD, ()),
    "HFT": (ROUND + "M4.8 5.8V-5.8", "", ((-1.9, 0, 1.4),)),
    "HRD": (
        "",
        "",
        tuple((x, y, 1.1) for y in (-3.6, 0.0, 3.6) for x in (-4.0, 0.0, 4.0)),
    ),
    "PAV": ("M-5.4-5H-.6V5H-5.4zM-3-5V5M1.6-4.6C6-3 6 3 1.6 4.6M1 0H5.6", "", ()),
    "PIK": ("M-4 5.8V-5.8M0 5.8V-5.8M4 5.8V-5.8M-5.6 1.6H5.6", "", ()),
    "SPR": (SHIELD + "M4.6 5.8V-5.4M3-3.2L4.6-5.8 6.2-3.2", "", ()),
    "WWG": ("M-5.6-3.6H5.6V1.4H-5.6zM-1.8-3.6V1.4M2-3.6V1.4", "", ((-3, 3.8, 1.7), (3, 3.8, 1.7))),
    "WRR": ("M-4.8 4.8L4.6-4.8M4.8 4.8L-4.6-4.8M-5.4 2.4L-2.6 5.2M5.4 2.4L2.6 5.2", "", ()),
    "BAD": (HORSE, "", ()),
    "BTX": (f"{WHEEL}M-1.2 1.6C1-3 3-4 5.8-4", "", ((-1.2, 1.6, 1),)),
    "CHT": (f"{WHEEL}{SPOKES}M2.4 0C4.4-.6 5.4-2.6 5.6-5", "", ()),
    "ECV": (HORSE, HORSE, ()),
    "HBW": (HORSE + "M-5.6-4.6C-3.4-3.4-3.4 1.4-5.6 2.6", "", ()),
    "JCV": (HORSE + "M-5.8 3.4L4.6-5.8", "", ()),
    "KNT": (HORSE + "M-5.8 4.8L5.8-4.6", HORSE, ()),
    "CAT": (HORSE + "M-5.4 5.8H4.6M-5.4-3.6V5.8", HORSE, ()),
    "ELE": (
        TRUNK + "M-1.6 5.4V2.4C-1.6.8.4.8.4 2.4V5.4",
        "",
        ((0.8, -2, 0.8),),
    ),
    "CAMP": ("M-6 5.2L0-5.4 6 5.2zM-1.8 5.2L0 1.4 1.8 5.2", "", ()),
}


def sign(code: str) -> str:
    """The sign of a troop type in the colour around it; a plain ring for one without."""
    lines, shape, dots = SIGNS.get(code, ("M4 0A4 4 0 1 1-4 0 4 4 0 1 1 4 0", "", ()))
    parts = [path(shape, fill="currentColor", stroke="none")] if shape else []
    parts += [path(lines)] if lines else []
    parts += [el("circle", cx=x, cy=y, r=r, fill="currentColor", stroke="none") for x, y, r in dots]
    return "".join(parts)


def symbols(codes: tuple[str, ...]) -> str:
    """Definitions of the signs, to be used again by their name."""
    style = {"fill": "none", "stroke": "currentColor", "stroke_width": "1.3"}
    style |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return "".join(el("g", sign(code), id=f"p-{code}", **style) for code in codes)
