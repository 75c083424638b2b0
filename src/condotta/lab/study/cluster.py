"""Battles of a study over many machines by Ray, an engine that others made: an extra.

Who fights a battle changes nothing in its record. Every machine needs the same version of the
program; a record that was made by another one is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from typing import Any

from condotta.errors import PlainError
from condotta.lab.study.fighting import Fixture, Fought, fight
from condotta.lab.study.records import program

AHEAD = 4
"""Battles for each processor of the cluster that lie ready."""
TRIES = 3
"""So often a battle is begun again whose machine went away."""
NO_RAY = "A cluster needs ray, which is not installed: pip install 'condotta[cluster]'."


def over_cluster(left: Sequence[Fixture], address: str) -> Iterator[Fought]:
    """The battles as they come in, from all nodes of a cluster; what goes wrong is a PlainError."""
    if find_spec("ray") is None:
        raise PlainError(NO_RAY)
    import ray  # noqa: PLC0415 - an extra

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError) as why:
        raise PlainError(
            f"There is no cluster at {address} ({str(why).splitlines()[0]}): start one with "
            "ray start --head, and its other nodes with ray start --address=HOST:PORT."
        ) from why
    try:
        yield from in_turn(ray, iter(left))
    finally:
        ray.shutdown()


def in_turn(ray: Any, left: Iterator[Fixture]) -> Iterator[Fought]:
    """What is fought while there are never more battles ahead than the nodes need."""
    many = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    remote = ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(fight)
    ahead = [remote.remote(one) for one in islice(left, many)]
    while ahead:
        done, ahead = ray.wait(ahead, num_returns=1)
        ahead += [remote.remote(one) for one in islice(left, len(done))]
        for found in done:
            yield own(fetched(ray, found))


def fetched(ray: Any, found: Any) -> Fought:
    """A battle that a node has fought."""
    try:
        fought: Fought = ray.get(found)
    except ray.exceptions.RayError as why:
        raise PlainError(
            f"A node cannot fight ({str(why).splitlines()[-1]}): it needs this version of Condotta "
            "where its Python finds it. What was fought is kept: say the same again to go on."
        ) from why
    return fought


def own(fought: Fought) -> Fought:
    """A battle that was fought by this very program; another is a PlainError."""
    theirs = fought.record.program
    if theirs != program():
        raise PlainError(
            f"A node has another version of the program ({theirs}; this is {program()}), whose "
            "battles are not like these: install the same there."
        )
    return fought
