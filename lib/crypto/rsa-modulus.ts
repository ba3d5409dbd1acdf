/** How a modulus of 2048 bits fails to protect anything. */
export type ModulusFlaw =
  | "even"
  | "small_factor"
  | "prime"
  | "perfect_power"
  | "close_primes"
  | "roca";

/**
 * What is wrong with an RSA modulus of 2048 bits, as far as it shows without its factors. Partial
 * validation after SP 800-56B Rev. 2 section 6.4.2.2 and SP 800-89 section 5.3.3, and two flaws of key
 * generators that were found in the wild. Takes about 3 ms in Node and 10 in a browser, most of it for the
 * last test.
 */
export function findModulusFlaw(modulus: bigint): ModulusFlaw | undefined {
  if (modulus % 2n === 0n) return "even";
  if (greatestCommonDivisor(modulus, smallPrimes.product) !== 1n) return "small_factor";
  if (hasRocaFingerprint(modulus)) return "roca";
  if (isPerfectPower(modulus)) return "perfect_power";
  if (hasClosePrimes(modulus)) return "close_primes";
  return isProbablePrime(modulus) ? "prime" : undefined;
}

/** SP 800-89 asks for 752. */
const SMALL_PRIMES_BELOW = 2 ** 12;

const smallPrimes = listPrimes(SMALL_PRIMES_BELOW);

function listPrimes(below: number): { product: bigint; odd: number[] } {
  const isComposite = new Uint8Array(below);
  const odd: number[] = [];
  for (let candidate = 3; candidate < below; candidate += 2) {
    if (isComposite[candidate]) continue;
    odd.push(candidate);
    for (let multiple = candidate ** 2; multiple < below; multiple += candidate * 2) {
      isComposite[multiple] = 1;
    }
  }
  return { product: odd.reduce((product, prime) => product * BigInt(prime), 1n), odd };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/**
 * CVE-2017-15361: both primes, and so their product, are a power of 65537 modulo the product of the
 * first 126 primes (Nemec et al., "The Return of Coppersmith's Attack", table 1 for 2048 bits). A sound
 * modulus is one for all of them with a probability below 2^-100.
 */
function hasRocaFingerprint(modulus: bigint): boolean {
  return smallPrimes.odd
    .slice(0, 125)
    .every((prime) => isPowerOf65537(Number(modulus % BigInt(prime)), prime));
}

function isPowerOf65537(residue: number, prime: number): boolean {
  let power = 1;
  do {
    if (power === residue) return true;
    power = (power * 65_537) % prime;
  } while (power !== 1);
  return false;
}

/** With no factor below 2^12, a modulus of 2048 bits is no power beyond the 170th. */
const primeExponents = [2n, ...smallPrimes.odd.filter((prime) => prime <= 170).map(BigInt)];

function isPerfectPower(modulus: bigint): boolean {
  return primeExponents.some((exponent) => findRoot(modulus, exponent) ** exponent === modulus);
}

/** The integer part of the root, by Newton's method from above. */
function findRoot(value: bigint, exponent: bigint): bigint {
  const bits = BigInt(value.toString(2).length);
  let root = 1n << ((bits + exponent - 1n) / exponent);
  for (;;) {
    const next = ((exponent - 1n) * root + value / root ** (exponent - 1n)) / exponent;
    if (next >= root) return root;
    root = next;
  }
}

const FERMAT_ROUNDS = 100;

/** Fermat's factorization: n = a² - b² with a just above the root of n, if the primes are close (CVE-2022-26320). */
function hasClosePrimes(modulus: bigint): boolean {
  let half = findRoot(modulus, 2n) + 1n;
  for (let round = 0; round < FERMAT_ROUNDS; round++, half++) {
    const square = half * half - modulus;
    if (mayBeSquare(square) && findRoot(square, 2n) ** 2n === square) return true;
  }
  return false;
}

/** Squares end in few of the possible bits; most others are told from them without a root. */
function mayBeSquare(value: bigint): boolean {
  return [0, 1, 4, 9, 16, 17, 25, 33, 36, 41, 49, 57].includes(Number(value & 63n));
}

/**
 * Which every prime passes and no product of two random primes does: a round of OpenSSL's test or, where
 * there is no OpenSSL, Fermat's to the base 2.
 */
function isProbablePrime(modulus: bigint): boolean {
  const openssl = globalThis.process?.getBuiltinModule?.("node:crypto");
  return openssl ? openssl.checkPrimeSync(modulus, { checks: 1 }) : passesFermat(modulus);
}

function passesFermat(modulus: bigint): boolean {
  let power = 1n;
  for (const bit of (modulus - 1n).toString(2)) {
    power = (power * power) % modulus;
    if (bit === "1") power = (power << 1n) % modulus;
  }
  return power === 1n;
}
