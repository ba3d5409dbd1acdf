"""Refuses fields of a payment or refund that look like misspelled ones.

The service takes fields that it does not know as part of the receipt, so a misspelled one would
not be an error there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_RECEIPT_FIELDS = frozenset(
    """
    version receiptId merchantId merchantName transactionId transactionDate currency amount
    merchantStreet merchantCity merchantState merchantPostalCode merchantCountry merchantTaxId
    merchantContactEmail merchantLogo transactionTimezone paymentMethod cardLast4 cardBrand
    subtotal taxAmount totalAmount pricesIncludeTax splitTender items tipAmount terminalId
    mockItems taxes discounts cashier orderNumber returnPolicy fiscal loyalty reservation
    sealedReceipt otherRecipients
    """.split()
)
PAYMENT_FIELDS = _RECEIPT_FIELDS.union(
    """
    recipientHashedPan recipientHashedPar recipientHashedPhone recipientHashedEmail cardNonce
    verificationToken customer
    """.split()
)
REFUND_FIELDS = _RECEIPT_FIELDS | {"refundReference"}
ITEM_FIELDS = frozenset(
    """
    lineItemId name quantity unitPrice totalPrice sku gtin unit taxCode taxRatePercent
    discountAmount category warrantyMonths serialNumber
    """.split()
)


def check_payment(body: Mapping[str, Any]) -> None:
    """Raises ValueError, which names the field and the documented one that it resembles."""
    _check(body, PAYMENT_FIELDS)


def check_refund(body: Mapping[str, Any]) -> None:
    """As check_payment."""
    _check(body, REFUND_FIELDS)


def _check(body: Mapping[str, Any], documented: frozenset[str]) -> None:
    _check_names(body, documented, "")
    items = body.get("items")
    for at, item in enumerate(items if isinstance(items, (list, tuple)) else ()):
        if isinstance(item, Mapping):
            _check_names(item, ITEM_FIELDS, f"items[{at}].")


def _check_names(given: Iterable[str], documented: frozenset[str], path: str) -> None:
    for name in given:
        if name in documented:
            continue
        for known in sorted(documented):
            if _resembles(name, known):
                raise ValueError(
                    f"{path}{name} is not a field of the API: did you mean {known}? "
                    "A field of your own needs a name that resembles none of the API's."
                )


def _resembles(name: str, known: str) -> bool:
    given, other = (text.replace("_", "").replace("-", "").casefold() for text in (name, known))
    if given == other:
        return True
    limit = 0 if len(known) < 5 else 1 if len(known) < 10 else 2
    return abs(len(given) - len(other)) <= limit and _distance(given, other) <= limit


def _distance(one: str, other: str) -> int:
    """How many characters to insert, delete, replace, or swap with their neighbor."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, a in enumerate(one, 1):
        current = [row]
        for column, b in enumerate(other, 1):
            cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (a != b))
            if row > 1 and column > 1 and a == other[column - 2] and one[row - 2] == b:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, last = last, current
    return last[-1]
