/** Why a modulus of 2048 bits gives no protection. */
export type ModulusFlaw =
  | "even"
  | "small_factor"
  | "prime"
  | "perfect_power"
  | "close_primes"
  | "roca";

/**
 * Finds the flaw of an RSA modulus of 2048 bits, as far as it is visible without its factors. Partial
 * validation after SP 800-56B Rev. 2 section 6.4.2.2 and SP 800-89 section 5.3.3, and two flaws of key
 * generators that were found in the wild. Takes about 4 ms of a core, in Node half of them on another thread.
 */
export async function findModulusFlaw(modulus: bigint): Promise<ModulusFlaw | undefined> {
  if (modulus % 2n === 0n) return "even";
  if (smallPrimes.some((prime) => modulus % BigInt(prime) === 0n)) return "small_factor";
  if (hasRocaFingerprint(modulus)) return "roca";
  if (isPerfectPower(modulus)) return "perfect_power";
  if (hasClosePrimes(modulus)) return "close_primes";
  return (await isProbablePrime(modulus)) ? "prime" : undefined;
}

/** SP 800-89 asks for 752. */
const SMALL_PRIMES_BELOW = 2 ** 12;

const smallPrimes = listOddPrimes(SMALL_PRIMES_BELOW);

function listOddPrimes(below: number): number[] {
  const isComposite = new Uint8Array(below);
  const primes: number[] = [];
  for (let candidate = 3; candidate < below; candidate += 2) {
    if (isComposite[candidate]) continue;
    primes.push(candidate);
    for (let multiple = candidate ** 2; multiple < below; multiple += candidate * 2) {
      isComposite[multiple] = 1;
    }
  }
  return primes;
}

/**
 * CVE-2017-15361: both primes, and so their product, are a power of 65537 modulo the product of the
 * first 126 primes (Nemec et al., "The Return of Coppersmith's Attack", table 1 for 2048 bits). A sound
 * modulus is one for all of them with a probability below 2^-100.
 */
function hasRocaFingerprint(modulus: bigint): boolean {
  return smallPrimes
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

/**
 * With no factor below 2^12, a modulus of 2048 bits is no power beyond the 170th. Modulo a prime that is one more
 * than a multiple of the exponent, few residues are those of a power.
 */
const powers = [2, ...smallPrimes.filter((prime) => prime <= 170)].map((exponent) => ({
  exponent,
  tellingPrimes: smallPrimes.filter((prime) => prime % exponent === 1).slice(0, 6),
}));

function isPerfectPower(modulus: bigint): boolean {
  return powers.some(({ exponent, tellingPrimes }) => {
    // Few other numbers reach the root, which takes a hundred times longer.
    const mayBePower = tellingPrimes.every((prime) => {
      return raise(Number(modulus % BigInt(prime)), (prime - 1) / exponent, prime) === 1;
    });
    return mayBePower && findRoot(modulus, BigInt(exponent)) ** BigInt(exponent) === modulus;
  });
}

/** `base ** exponent % prime`, each of them small. */
function raise(base: number, exponent: number, prime: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count++) power = (power * base) % prime;
  return power;
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

/** Squares have few of the possible last bits, which rules most other numbers out without a root. */
function mayBeSquare(value: bigint): boolean {
  return [0, 1, 4, 9, 16, 17, 25, 33, 36, 41, 49, 57].includes(Number(value & 63n));
}

/**
 * Every prime passes, and no product of two random primes does: a round of OpenSSL's test or, without
 * OpenSSL, Fermat's to the base 2.
 */
async function isProbablePrime(modulus: bigint): Promise<boolean> {
  const openssl = globalThis.process?.getBuiltinModule?.("node:crypto");
  if (!openssl) return passesFermat(modulus);
  return await new Promise((resolve, reject) => {
    openssl.checkPrime(modulus, { checks: 1 }, (error, isPrime) =>
      error ? reject(error) : resolve(isPrime),
    );
  });
}

function passesFermat(modulus: bigint): boolean {
  let power = 1n;
  for (const bit of (modulus - 1n).toString(2)) {
    power = (power * power) % modulus;
    if (bit === "1") power = (power << 1n) % modulus;
  }
  return power === 1n;
}
