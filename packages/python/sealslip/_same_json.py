"""Values of JSON compared as JavaScript does, which the service and the wallet are written in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

#: In place of a member that is not there, where ``null`` is another value.
ABSENT = object()


def list_differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The names of the members of two objects that are not the same in both."""
    return [
        name
        for name in {**one, **other}
        if not is_same_json(one.get(name, ABSENT), other.get(name, ABSENT))
    ]


def is_same_json(one: object, other: object) -> bool:
    """The members of objects in any order."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            is_same_json(value, other[name]) for name, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same_json, one, other))
    if is_number(one) and is_number(other):
        return to_double(one) == to_double(other)
    # In Python, True is 1.
    return type(one) is type(other) and one == other


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_double(value: Any) -> float:
    """The one kind of number that the service has; what is too large for it is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
