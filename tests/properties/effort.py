"""How hard the property tests look: a little in every run, long on request.

    HYPOTHESIS_PROFILE=long python -m pytest -n0 tests/properties

"long" looks in new places each time and shows what it finds as it found it, without making it
smaller first. HYPOTHESIS_TIMES says how much longer.
"""

import os
from typing import Any

from hypothesis import HealthCheck, Phase, settings

LONG = os.environ.get("HYPOTHESIS_PROFILE", "ci") == "long"
MORE = int(os.environ.get("HYPOTHESIS_TIMES", "40")) if LONG else 1


def looking(examples: int) -> Any:
    """So many examples in every run, forty times as many in a long one."""
    return settings(
        max_examples=examples * MORE,
        deadline=None,
        derandomize=not LONG,
        database=None,
        print_blob=False,
        report_multiple_bugs=False,
        phases=(Phase.explicit, Phase.generate, *(() if LONG else (Phase.shrink,))),
        suppress_health_check=list(HealthCheck),
    )


def seeds(count: int) -> range:
    """Seeds of whole battles: so many in every run, more in a long one."""
    start = int(os.environ.get("HYPOTHESIS_SEED", "1000")) if LONG else 0
    return range(start, start + count * (5 if LONG else 1))
