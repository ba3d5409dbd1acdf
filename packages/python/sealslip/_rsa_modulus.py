"""Flaws of an RSA modulus of 2048 bits that are visible without its factors.

Partial validation after SP 800-56B Rev. 2 section 6.4.2.2 and SP 800-89 section 5.3.3, and two
flaws of key generators that were found in the wild.
"""

from __future__ import annotations

import functools
import math


@functools.lru_cache(maxsize=64)
def find_flaw(modulus: int) -> str | None:
    """What is wrong with a modulus; None if nothing is.

    Remembered: a till seals many receipts to the same escrow key, and this takes about 20 ms.
    """
    if modulus % 2 == 0:
        return "its modulus is even"
    if any(modulus % prime == 0 for prime in _SMALL_PRIMES):
        return "its modulus has a small factor"
    if _has_roca_fingerprint(modulus):
        return "its generator has the flaw known as ROCA (CVE-2017-15361)"
    if any(
        _root(modulus, exponent) ** exponent == modulus
        for exponent in _EXPONENTS
        if _may_be(modulus, exponent)
    ):
        return "its modulus is a power of a single number"
    if _has_close_primes(modulus):
        return "its two primes are close together"
    # Every prime passes, and no product of two random primes does.
    return "its modulus is a prime" if pow(2, modulus - 1, modulus) == 1 else None


def _odd_primes(below: int) -> list[int]:
    return [
        number
        for number in range(3, below, 2)
        if all(number % i for i in range(3, math.isqrt(number) + 1, 2))
    ]


#: SP 800-89 asks for 752.
_SMALL_PRIMES = _odd_primes(2**12)

#: With no factor below 2^12, a modulus of 2048 bits is no power beyond the 170th.
_EXPONENTS = [2, *(prime for prime in _SMALL_PRIMES if prime <= 170)]

_FERMAT_ROUNDS = 100


def _has_roca_fingerprint(modulus: int) -> bool:
    """Both primes, and so their product, are a power of 65537 modulo the product of the first 126
    primes.
    """
    return all(_is_power(modulus % prime, prime) for prime in _SMALL_PRIMES[:125])


def _is_power(residue: int, prime: int) -> bool:
    power = 1
    while power != residue:
        power = power * 65537 % prime
        if power == 1:
            return False
    return True


def _may_be(modulus: int, exponent: int) -> bool:
    """Modulo a prime that is one more than a multiple of the exponent, few residues are those of a
    power.
    """
    telling = [prime for prime in _SMALL_PRIMES if prime % exponent == 1][:6]
    return all(pow(modulus, (prime - 1) // exponent, prime) == 1 for prime in telling)


def _root(value: int, exponent: int) -> int:
    """The integer part of the root, by Newton's method from above."""
    root = 1 << -(-value.bit_length() // exponent)
    while True:
        closer = ((exponent - 1) * root + value // root ** (exponent - 1)) // exponent
        if closer >= root:
            return root
        root = closer


def _has_close_primes(modulus: int) -> bool:
    """Fermat's factorization: n = a² - b² with a just above the root of n (CVE-2022-26320)."""
    start = math.isqrt(modulus) + 1
    squares = (half * half - modulus for half in range(start, start + _FERMAT_ROUNDS))
    return any(math.isqrt(square) ** 2 == square for square in squares)
