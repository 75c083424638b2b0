"""The single numbers of TRIUMPH!, a record for each data file of them."""

import msgspec


class Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file in which every section is one number with its clause and trust mark."""


class Board(Numbers, frozen=True, kw_only=True):
    """The battlefield and the tolerance. [TC-0.1, TC-0.2, TC-0.3, TC-0.5]"""

    width: int
    depth: int
    box: int
    columns: int
    rows: int
    base_width: int
    touch: int
    turn_tenths: int


class Command(Numbers, frozen=True, kw_only=True):
    """Command points and command distance. [TC-4.3, TC-4.5, TC-4.7, TC-4.8, TC-4.9, TC-4.13]"""

    dice: int
    move_cost: int
    out_of_command_cost: int
    no_general_cost: int
    with_sight: int
    without_sight: int
    moves_each_turn: int


class Movement(Numbers, frozen=True, kw_only=True):
    """Tactical moves. [TC-1.4, TC-5.23]"""

    mounted_difficult: int
    align_within: int
    align_slide: int


class Zones(Numbers, frozen=True, kw_only=True):
    """Zones of control. [TC-5.20, TC-5.22]"""

    depth: int
    other_move: int
    turn_away_degrees: int


class Shooting(Numbers, frozen=True, kw_only=True):
    """Shooting. [TC-6.1, TC-6.9]"""

    arc_side: int
    both_sides_each_turn: bool
    shots_each_phase: int


class Outcomes(Numbers, frozen=True, kw_only=True):
    """Results and outcome moves. [TC-3.3, TC-3.55, TC-3.56]"""

    doubled_times: int
    evade: int
    evade_mounted_difficult: int


class Setup(Numbers, frozen=True, kw_only=True):
    """Dice before the battle and the laying of terrain. [TC-7.11, TC-7.12, TC-7.33, TC-7.34]"""

    lowest_score: int
    highest_score: int
    coast_scores: tuple[int, ...]
    coast_counts: bool
    most_streams: int
    most_coasts: int
    flank_march_roll: int
    edge_on: int
    draws: int
    stream_width: int
    stream_clear: int
    stream_bends: int
    coast_depth_least: int
    coast_depth_most: int


class Deployment(Numbers, frozen=True, kw_only=True):
    """Deployment and flank marches. [TC-8.2, TC-8.3, TC-8.21, TC-8.22, TC-8.23, TC-8.24]"""

    zone_depth: int
    centre_width: int
    march_strip: int
    march_cost: int
    march_first_turn: int
    march_corner: int


class Camp(Numbers, frozen=True, kw_only=True):
    """Camps; `sacked` is half points. [TC-9.20, TC-9.21, TC-9.22, TC-9.30]"""

    width: int
    depth: int
    least_width: int
    factor: int
    garrison_factor: int
    sacked: int
    attackers_most: int
    camps: int


class Army(Numbers, frozen=True, kw_only=True):
    """Army building; `army` is half points. [TC-11.1, TC-11.5, TC-11.7, TC-11.8]"""

    army: int
    generals: int
    ally_options: int
    rating_least: int
    rating_most: int
