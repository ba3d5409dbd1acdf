"""Hashes of what leads to a cardholder."""

from __future__ import annotations

import hashlib
import re
from typing import Literal

IdentifierKind = Literal["card", "par", "phone", "email", "reference"]


def hash_identifier(kind: IdentifierKind, text: str) -> str:
    """SHA-256 of an identifier in the form that all hash, as hex.

    ``card``: its digits. ``par``: in upper case. ``phone``: E.164 with its plus sign. ``email``:
    trimmed, in lower case. ``reference``: your own customer number, trimmed. Spaces and the usual
    separators do not matter. Raises ValueError, which never repeats the identifier.
    """
    readers = {"card": _read_card, "par": _read_par, "phone": _read_phone, "email": _read_email}
    trimmed = text.strip()
    if trimmed == "":
        raise ValueError("The identifier is empty")
    if kind == "reference":
        normal = _read_reference(trimmed)
    elif kind in readers:
        normal = readers[kind](trimmed)
    else:
        raise ValueError(f"kind is one of {', '.join([*readers, 'reference'])}")
    return hashlib.sha256(normal.encode()).hexdigest()


def _read_card(text: str) -> str:
    """ISO/IEC 7812: up to 19 digits.

    Not every issuer has a check digit, and a reader makes no typing errors.
    """
    digits = re.sub(r"[\s.\-\u2010-\u2013]", "", text)
    if not re.fullmatch("[0-9]{12,19}", digits):
        raise ValueError("A card number has 12 to 19 digits")
    return digits


def _read_par(text: str) -> str:
    par = re.sub(r"\s", "", text).upper()
    if not re.fullmatch("[0-9A-Z]{29}", par):
        raise ValueError("A Payment Account Reference has 29 letters and digits")
    return par


def _read_phone(text: str) -> str:
    number = re.sub(r"[\s.()/\-\u2010-\u2013]", "", text)
    if "(0)" in text or not re.fullmatch(r"\+[1-9][0-9]{6,14}", number):
        raise ValueError(
            "A phone number begins with a plus sign and the country code, such as +1 or +49"
        )
    return number


def _read_email(text: str) -> str:
    if len(text) > 254 or not re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text):
        raise ValueError("An email address is one such as ada@example.com")
    return text.lower()


def _read_reference(text: str) -> str:
    if len(text) > 128:
        raise ValueError("A reference has 128 characters or fewer")
    return text
