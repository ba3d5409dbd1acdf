import assert from "node:assert/strict";
import { checkPrimeSync, generatePrimeSync, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { findModulusFlaw, type ModulusFlaw } from "./rsa-modulus.ts";

const primeOf = (bits: number) => generatePrimeSync(bits, { bigint: true });

const primesBelow = (end: number) =>
  Array.from({ length: end }, (_, n) => BigInt(n)).filter((n) => checkPrimeSync(n));

function nextPrime(after: bigint): bigint {
  let candidate = after + 2n;
  while (!checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** As the flawed generator makes them: k · M + (65537^a mod M), with M the product of 126 primes. */
function rocaPrime(): bigint {
  const product = primesBelow(702).reduce((all, prime) => all * prime, 1n);
  const random = (bytes: number) => BigInt(`0x${randomBytes(bytes).toString("hex")}`);
  for (;;) {
    let power = 1n;
    for (let round = random(1); round >= 0n; round--) power = (power * 65_537n) % product;
    const candidate = (random(7) + (1n << 56n)) * product + power;
    if (checkPrimeSync(candidate)) return candidate;
  }
}

const flawed: Record<ModulusFlaw, () => bigint[]> = {
  even: () => [2n * primeOf(1024)],
  small_factor: () => [3n, 751n, 4093n].map((factor) => factor * primeOf(1024) * primeOf(1020)),
  prime: () => [primeOf(2048)],
  perfect_power: () =>
    primesBelow(158).map((exponent) => primeOf(Math.ceil(2048 / Number(exponent))) ** exponent),
  close_primes: () => {
    const prime = primeOf(1024);
    return [prime * nextPrime(prime), prime * nextPrime(prime + (1n << 500n))];
  },
  roca: () => [rocaPrime() * rocaPrime()],
};

for (const [flaw, make] of Object.entries(flawed)) {
  test(`finds: ${flaw}`, async () => {
    for (const modulus of make()) assert.equal(await findModulusFlaw(modulus), flaw);
  });
}

test("tells a prime from a product where there is no OpenSSL, too", async ({ mock }) => {
  const [prime, product] = [primeOf(2048), primeOf(1024) * primeOf(1024)];
  const hidden = mock.method(process, "getBuiltinModule", () => undefined);
  assert.equal(await findModulusFlaw(prime), "prime");
  assert.equal(await findModulusFlaw(product), undefined);
  assert.equal(hidden.mock.callCount(), 2);
});

describe("finds nothing wrong with", () => {
  test("products of two random primes", async () => {
    for (let round = 0; round < 20; round++) {
      assert.equal(await findModulusFlaw(primeOf(1024) * primeOf(1024)), undefined);
    }
  });

  test("primes that differ in the upper half", async () => {
    const prime = primeOf(1024);
    assert.equal(await findModulusFlaw(prime * nextPrime(prime + (1n << 700n))), undefined);
  });

  test("one prime of the flawed generator: the flaw needs both", async () => {
    assert.equal(await findModulusFlaw(rocaPrime() * primeOf(1024)), undefined);
  });
});
