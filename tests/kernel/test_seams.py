"""The laws by which layers combine, and what a book refuses when it is put together."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.kernel.asks import Choose, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.errors import Clash, Corrupt
from condotta.kernel.events import Mustered
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Refusal, Waiver
from condotta.kernel.seams import Hook, Refuse, Sole, Stack, Sum, Union
from tests.kernel import toy

TOTAL: Sum[[int]] = Sum("total")
CLAIM: Sole[[int], str] = Sole("claim")
WHY_NOT: Refuse[[int]] = Refuse("why not")
FORMS: Union[[int], str] = Union("forms")
STACK: Stack[[int], str] = Stack("stack")


class Rout(Script, frozen=True, kw_only=True):
    who: str


def layer(name: str, tier: int, *hooks, **more) -> Layer:
    return Layer(name, tier, hooks=hooks, **more)


def always(value):
    return lambda *_: value


modifiers = st.builds(
    Modifier,
    st.integers(-3, 3),
    st.sampled_from(("a", "b")),
    st.sampled_from(("T-1", "T-2", "T-3")),
    st.sampled_from(("", "cover", "height")),
)


@given(st.lists(modifiers, max_size=6), st.randoms(use_true_random=False))
def test_a_sum_is_the_same_in_any_order(parts, random):
    def combined(some):
        layers = [layer(f"l{n}", 1, (TOTAL, always(p), p.clause)) for n, p in enumerate(some)]
        return Book("t", tuple(layers)).sum(TOTAL, 0)

    shuffled = [*parts]
    random.shuffle(shuffled)
    assert combined(parts) == combined(shuffled)


@given(st.lists(modifiers, max_size=6))
def test_of_a_group_only_the_largest_counts(parts):
    hooks = tuple(Hook(always(part), 0, part.clause) for part in parts)
    said = TOTAL.combine(hooks, 0)
    for group in ("cover", "height"):
        mine = [part for part in parts if part.group == group]
        kept = [part for part in said if part.group == group]
        assert len(kept) == min(1, len(mine))
        assert all(abs(kept[0].value) >= abs(part.value) for part in mine)
    assert sorted(map(repr, (p for p in said if not p.group))) == sorted(
        map(repr, (p for p in parts if not p.group))
    )


def test_the_highest_tier_claims_and_two_at_one_tier_clash():
    low, high = (CLAIM, always("low"), "T-1"), (CLAIM, always("high"), "T-2")
    assert Book("t", (layer("a", 0, low), layer("b", 2, high))).sole(CLAIM, 0) == "high"
    assert Book("t", (layer("b", 2, high), layer("a", 0, low))).sole(CLAIM, 0) == "high"
    with pytest.raises(Clash, match=r"T-1 and T-2 both claim claim"):
        Book("t", (layer("a", 2, low), layer("b", 2, high))).sole(CLAIM, 0)


def test_two_that_claim_the_same_do_not_clash_and_silence_is_no_claim():
    same = (CLAIM, always("same"), "T-1"), (CLAIM, always(None), "T-3")
    assert Book("t", (layer("a", 1, *same), layer("b", 1, same[0]))).sole(CLAIM, 0) == "same"
    assert Book("t", (layer("a", 1, same[1]),)).sole(CLAIM, 0) is None
    assert Book("t", ()).sole(CLAIM, 0) is None


def test_a_claim_below_does_not_clash_with_what_outranks_it():
    hooks = [(CLAIM, always(word), f"T-{word}") for word in ("one", "two", "three")]
    layers = (layer("a", 1, hooks[0]), layer("b", 1, hooks[1]), layer("c", 3, hooks[2]))
    assert Book("t", layers).sole(CLAIM, 0) == "three"


rules = st.lists(
    st.one_of(
        st.builds(Refusal, st.sampled_from(("T-1", "T-2", "T-3")), st.just("key")),
        st.builds(Waiver, st.sampled_from(("T-1", "T-2", "T-3")), st.just("T-9")),
    ),
    max_size=6,
)


def refusals(said) -> tuple[Refusal, ...]:
    return WHY_NOT.combine(tuple(Hook(always(one), 0, "T") for one in said), 0)


@given(rules, rules)
def test_more_refusals_never_make_legal_and_more_waivers_never_make_illegal(said, more):
    before = refusals(said)
    harder = refusals([*said, *(one for one in more if isinstance(one, Refusal))])
    softer = refusals([*said, *(one for one in more if isinstance(one, Waiver))])
    assert set(clauses(before)) <= set(clauses(harder))
    assert set(clauses(softer)) <= set(clauses(before))


def clauses(said) -> list[str]:
    return [one.clause for one in said]


@given(rules, st.randoms(use_true_random=False))
def test_refusals_and_waivers_are_sets(said, random):
    shuffled = [*said]
    random.shuffle(shuffled)
    assert refusals(said) == refusals(shuffled)


def test_a_waiver_lifts_the_clause_it_names_and_no_other():
    said = (Refusal("T-1", "a"), Refusal("T-2", "b"), Waiver("T-1", "T-9"))
    assert clauses(refusals(said)) == ["T-2"]


def test_a_stack_speaks_from_the_top_and_may_call_below():
    def base(_, number):
        return f"base {number}"

    def variant(below, number):
        return f"variant over {below(number + 1)}"

    def ruling(below, number):
        return below(number) if number else "ruling"

    layers = (
        layer("a", 0, (STACK, base, "T-1")),
        layer("b", 1, (STACK, variant, "T-2")),
        layer("c", 3, (STACK, ruling, "T-3")),
    )
    for order in permutations(layers):
        book = Book("t", order)
        assert book.stack(STACK, 1) == "variant over base 2"
        assert book.stack(STACK, 0) == "ruling"


def test_a_stack_without_a_base_says_that_nothing_lies_below():
    with pytest.raises(LookupError, match="<seam stack>"):
        Book("t", ()).stack(STACK, 1)


def test_two_voices_at_one_tier_of_a_stack_clash_when_the_book_is_put_together():
    voice = (STACK, always("x"), "T-1"), (STACK, always("y"), "T-2")
    with pytest.raises(Clash, match="stack"):
        Book("t", (layer("a", 1, voice[0]), layer("b", 1, voice[1])))


def test_a_union_keeps_all_lower_tiers_first():
    layers = (
        layer("z", 0, (FORMS, always(("as it is",)), "T-1")),
        layer("a", 2, (FORMS, always(("dismounted", "mounted")), "T-3")),
        layer("b", 2, (FORMS, always(("with carts",)), "T-2")),
    )
    forms = ("as it is", "with carts", "dismounted", "mounted")
    assert {Book("t", order).union(FORMS, 0) for order in permutations(layers)} == {forms}
    assert Book("t", ()).union(FORMS, 0) == ()


# ── assembly ─────────────────────────────────────────────────────────────────
def test_a_layer_may_bar_another():
    with pytest.raises(Corrupt, match="may not lie beside grand"):
        Book("t", (layer("small", 1, bars=("grand",)), layer("grand", 1)))
    Book("t", (layer("small", 1, bars=("grand",)),))


def test_a_layer_lies_in_a_book_once():
    with pytest.raises(Corrupt, match="in the book twice"):
        Book("t", (layer("a", 1), layer("a", 1)))


def test_a_clause_that_no_register_knows_is_refused():
    good = layer("a", 0, (TOTAL, always(None), "T-1"))
    Book("t", (good,), known={"T-1"}.__contains__)
    with pytest.raises(Corrupt, match="clause T-1: cited at total"):
        Book("t", (good,), known={"T-2"}.__contains__)


def test_an_unknown_setting_is_refused_and_a_known_one_set():
    base = layer("a", 0, settings={"turns": 6})
    assert Book("t", (base,), {"turns": 8}).settings == {"turns": 8}
    with pytest.raises(Corrupt, match="setting fog"):
        Book("t", (base,), {"fog": True})


def test_one_name_for_two_things_is_refused():
    class Rout(Script, frozen=True, kw_only=True):
        pass

    ours, theirs = ({kind: always(iter(()))} for kind in (Rout, globals()["Rout"]))
    with pytest.raises(Corrupt, match="type Rout"):
        Book("t", (layer("a", 0, procedures=ours), layer("b", 1, procedures=theirs)))
    with pytest.raises(Corrupt, match="Rout is already spoken for"):
        Book("t", (layer("a", 0, procedures=ours), layer("b", 1, procedures=ours)))


def test_what_a_book_does_not_know_it_does_not_revive():
    book = Book("t", (layer("a", 0, procedures={Rout: always(iter(()))}),))
    assert book.revive({"kind": "Rout", "who": "red"}) == Rout(who="red")
    heard = {"kind": "Answer", "seat": "red", "window": "w", "said": {"kind": "Choose"}}
    heard["said"] |= {"option": "x"}
    revived = book.revive({"kind": "Rout", "who": "red", "answers": [heard]})
    assert revived.heard("w") == Choose("x")
    for wrong in ({"kind": "Rally"}, {"kind": []}, {"who": "red"}, 7, [], {"kind": "Rout"}):
        with pytest.raises(Corrupt, match="nothing that t knows"):
            book.revive(wrong)
    with pytest.raises(Corrupt):
        book.revive({"kind": "Rout", "who": "red", "extra": 1})


def test_a_layer_that_cannot_speak_is_not_asked_until_hands_bring_what_it_speaks_of():
    asked = []

    def says(position, seat):
        asked.append(seat)
        return Modifier(1, "feast", "T-1")

    def wakes(_, position):
        return "feast" in position.pieces

    feast = Layer("feasting", 2, hooks=((toy.SPEED, says, "T-1"),), wakes=wakes)
    whole = toy.book(feast)
    battle = toy.battle(layers=(feast,))
    held = battle.book
    assert (held.asleep, whole.asleep) == ({feast}, frozenset())
    assert held.attending(battle.state.position) is held
    assert (held.layers[-1], held.types) == (feast, whole.types)
    assert held.sum(toy.SPEED, battle.state.position, "red") == ()
    assert asked == []
    battle.correct((Mustered(Piece("feast", "feast", "red", "red")),), "it was forgotten")
    assert (battle.book, held.asleep) == (held, frozenset())
    assert held.sum(toy.SPEED, battle.state.position, "red") == (Modifier(1, "feast", "T-1"),)
    assert asked == ["red"]
