"""Things on a table: bases, what they touch, how they move, what they see. No rules here.

Lengths are whole quanta, facings whole vectors; see `vector` for the two tolerances.

Flat because it is geometry: each module is one figure or one question about figures.
"""

from condotta.table.board import area_on, bounds, on_board, partly_on, travel_to_border, wholly_on
from condotta.table.bodies import (
    carry,
    column_behind,
    components,
    formation,
    is_group,
    line_beside,
    offsets,
)
from condotta.table.contact import (
    Beside,
    Relation,
    adjacent,
    corner_contact,
    edge_on,
    edges_touch,
    facing_within,
    front_on,
    in_contact,
    line_up,
    meet,
    nearest_quarter_facing,
    same_direction,
    same_facing,
    shared_length,
    square_to_each_other,
    touches,
    vectors_within,
)
from condotta.table.ground import (
    area_gap,
    areas_overlap,
    box_interval,
    crest,
    edge_gap,
    edge_meets,
    extent,
    height,
    inside,
    intervals_inside,
    length_inside,
    meets,
    parts,
    sweep_meets_area,
    wholly_in,
)
from condotta.table.landing import (
    distance_before,
    share_before,
)
from condotta.table.overlap import (
    beyond_edge,
    directly_in_front,
    farthest,
    gap,
    inside_base,
    outline,
    overlaps,
    partly_in_front,
    point_gap,
    segment_to_base,
    span,
    wholly_beyond,
    wholly_in_front,
    wholly_within,
    within,
)
from condotta.table.path import Measure, after, body_displacement, displacement, pivot
from condotta.table.pose import (
    EDGES,
    Base,
    Edge,
    about_turn,
    base,
    edge,
    facing_degrees,
    facing_to,
    offset,
    outward,
    pose_at,
    towards,
    turn_to_face,
    wheel,
)
from condotta.table.records import (
    Advance,
    Area,
    Box,
    Cover,
    Disc,
    Ellipse,
    Field,
    Formation,
    Leg,
    Oblique,
    Outline,
    Pose,
    Rectangle,
    Shape,
    Shift,
    Side,
    Slide,
    Strip,
    Wheel,
)
from condotta.table.sight import (
    Screens,
    clear_line,
    line_clear,
    sees,
    sight_blocked,
    visible_distance,
)
from condotta.table.sweep import (
    Hull,
    Sweep,
    Track,
    Turning,
    sweep_meets,
    swept,
    swept_between,
    swept_gap,
)
from condotta.table.travel import (
    stand_clear,
    travel_before_contact,
)
from condotta.table.vector import (
    HALF,
    TOUCH,
    UNIT,
    Facing,
    Point,
    Polygon,
    Segment,
    along,
    at_most,
    direction,
    distance,
    from_degrees,
    left_of,
    less_than,
    opposite,
    point_to_segment,
    right_of,
    segment_contained,
    side_of,
    sine_cosine,
    to_degrees,
    unit,
    whole,
)
from condotta.table.zones import (
    cut_depth,
    in_arc,
    in_zone,
    reach,
    zone,
)
