"""An opened receipt compared with what its merchant signed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ._json import parse_json
from ._same_json import ABSENT, is_number, is_same_json, list_differences, to_double

#: Of arrays and objects inside each other, as in a body that the service takes.
_MAX_DEPTH = 8
#: Of a request, and not of its receipt.
_OF_REQUEST = (
    "recipientHashedPan",
    "recipientHashedPar",
    "recipientHashedPhone",
    "recipientHashedEmail",
    "cardNonce",
    "verificationToken",
    "customer",
)


def read_content(data: bytes) -> dict[str, Any]:
    """The signed body. Raises ValueError for what no body can be."""
    content = parse_json(data.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(content, dict) or not _is_flat(content, _MAX_DEPTH):
        raise ValueError("Not a body.")
    return content


def compare_signed(
    receipt: Mapping[str, Any], signed: Mapping[str, Any]
) -> tuple[list[str], tuple[str, ...]]:
    """The fields that differ, and what the service filled in.

    It fills in what a request may leave out; a till signs all of its receipt.
    """
    shown = _without(receipt, "merchantSignature")
    if receipt.get("sealedAt") == "till":
        return list_differences(_fill_in(shown), _fill_in(signed)), ()
    if receipt.get("kind") == "refund":
        return _compare_note(shown, signed)
    return _compare_sale(_fill_in(shown), _fill_in(signed))


def _fill_in(content: Mapping[str, Any]) -> dict[str, Any]:
    """As the service reads it: defaults, no nulls, and the currency in lower case."""
    said = {name: value for name, value in content.items() if value is not None}
    currency = said.pop("currency", "usd")
    code = currency.lower() if isinstance(currency, str) else currency
    return {"version": "1.0", "mockItems": True, **said, "currency": code}


def _compare_note(
    shown: Mapping[str, Any], signed: Mapping[str, Any]
) -> tuple[list[str], tuple[str, ...]]:
    note = _without(shown, "paymentId", "gateway", "kind", "refundOf")
    of_sale = {name: note.get(name) for name in ("merchantId", "currency", "amount")}
    said = {name: value for name, value in signed.items() if value is not None}
    differs = list_differences(
        _fill_in(note), _fill_in({**of_sale, **_without(said, "refundReference")})
    )
    return differs, () if "amount" in said else ("amount",)


def _compare_sale(
    shown: Mapping[str, Any], signed: Mapping[str, Any]
) -> tuple[list[str], tuple[str, ...]]:
    items, paid = shown.get("items", ABSENT), shown.get("amount", ABSENT)
    differs = list_differences(
        _without(shown, "paymentId", "gateway", "amount", "items"),
        _without(signed, "amount", "items", *_OF_REQUEST),
    )
    made_up: list[str] = []
    if not is_same_json(items, signed.get("items", ABSENT)):
        is_made_up = _may_make_up(signed) and _is_mock(items)
        (made_up if is_made_up else differs).append("items")
    amount = _amount_of(signed, shown.get("gateway"))
    if amount is ABSENT:
        made_up.append("amount")
    elif not is_same_json(amount, paid):
        differs.append("amount")
    return differs, tuple(made_up)


def _may_make_up(signed: Mapping[str, Any]) -> bool:
    items = signed.get("items")
    return signed["mockItems"] is True and not (isinstance(items, list) and items)


def _is_mock(items: object) -> bool:
    return isinstance(items, list) and all(
        isinstance(item, dict) and item.get("mock") is True for item in items
    )


def _amount_of(signed: Mapping[str, Any], gateway: object) -> object:
    """What the request says is to be paid; ABSENT where it leaves that to made-up items."""
    items = signed.get("items")
    is_derived = gateway == "gateway_two" and signed.get("splitTender") is not True
    if not is_derived or not isinstance(items, list) or not items:
        return signed.get("amount", ABSENT)
    prices = [item.get("totalPrice") if isinstance(item, dict) else None for item in items]
    added = [signed.get("tipAmount", 0)]
    if signed.get("pricesIncludeTax") is not True:
        added.append(signed.get("taxAmount", 0))
    return sum(to_double(one) if is_number(one) else math.nan for one in [*prices, *added])


def _without(content: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name not in names}


def _is_flat(value: object, levels: int) -> bool:
    if not isinstance(value, (dict, list)):
        return True
    parts = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_flat(part, levels - 1) for part in parts)
