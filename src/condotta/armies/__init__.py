"""Army lists and rosters of TRIUMPH!: finding, costing, checking, filling and mustering. [AL]"""

from condotta.armies.cards.carrying import CardSpec
from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import cost
from condotta.armies.findings import Finding
from condotta.armies.importing.importing import import_armies
from condotta.armies.mustering.fielding import StandSpec
from condotta.armies.mustering.mustering import Army, Unfit, muster, public_name
from condotta.armies.mustering.mustering_commands import Divided, divided
from condotta.armies.random.filling import Plan, fill
from condotta.armies.random.random_armies import random_roster
from condotta.armies.records import ArmyList, DataSet, Roster
from condotta.armies.rosters.rosters import pinned, read_roster
from condotta.armies.shelf import Library, NotFound, find_list, find_roster, library
