"""Battles over a cluster: the same records as here. Ray itself is stood in for."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
from msgspec.structs import replace

from condotta import PlainError
from condotta.lab.study import cluster, running
from condotta.lab.study.fighting import fight, fixtures
from condotta.lab.study.plan import planned, studied

QUICK = {
    "system": "ranked", "bots": ["idle", "random"], "battles": 6, "seed": 3,
    "settings": {"battleTurns": 1},
}  # fmt: skip


class RayError(Exception):
    """What Ray raises where a node cannot do what it is asked."""


class Ray(ModuleType):
    """A cluster of one processor that gives the last that was asked for first."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(RayError=RayError)
        self.most = 0
        self.open = False
        self.spoil = lambda fought: fought

    def init(self, address, **_):
        if address != "here:1":
            raise ConnectionError("nobody answers\nat all")
        self.open = True

    def shutdown(self):
        self.open = False

    def cluster_resources(self):
        return {"CPU": 1.0}

    def remote(self, **_):
        return lambda work: SimpleNamespace(remote=lambda one: (work, one))

    def wait(self, ahead, num_returns):
        self.most = max(self.most, len(ahead))
        return ahead[-num_returns:], ahead[:-num_returns]

    def get(self, found):
        work, one = found
        return self.spoil(work(one))


@pytest.fixture
def ray(monkeypatch):
    made = Ray()
    monkeypatch.setitem(sys.modules, "ray", made)
    monkeypatch.setattr(cluster, "find_spec", lambda _: True)
    return made


@pytest.fixture
def plan():
    return planned(studied(QUICK, "it"))


def test_the_records_are_those_of_one_machine_in_order(ray, plan):
    here = [fight(one).record for one in fixtures(plan)]
    quiet = running.Progress(quiet=True)
    assert running.run(plan, 1, None, quiet, "here:1") == here
    assert ray.most <= cluster.AHEAD
    assert not ray.open


def test_a_node_with_another_version_is_refused(ray, plan):
    ray.spoil = lambda fought: replace(fought, record=replace(fought.record, program="0123"))
    with pytest.raises(PlainError, match="another version of the program"):
        list(cluster.over_cluster(tuple(fixtures(plan)), "here:1"))
    assert not ray.open


def test_a_node_that_cannot_fight_is_told_of(ray, plan):
    def broken(_):
        raise RayError("long story\nNo module named 'condotta'")

    ray.spoil = broken
    with pytest.raises(PlainError, match=r"A node cannot fight \(No module named 'condotta'"):
        list(cluster.over_cluster(tuple(fixtures(plan)), "here:1"))


def test_where_there_is_no_cluster_it_is_said_how_to_start_one(ray, plan):
    with pytest.raises(PlainError, match=r"There is no cluster at there:1 \(nobody answers\)"):
        list(cluster.over_cluster(tuple(fixtures(plan)), "there:1"))


def test_where_there_is_no_ray_it_is_said_how_to_get_it(monkeypatch, plan):
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    with pytest.raises(PlainError, match="pip install 'condotta\\[cluster\\]'"):
        list(cluster.over_cluster(tuple(fixtures(plan)), "here:1"))
