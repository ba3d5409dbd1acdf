/** The last digit of a number whose other digits these are: Luhn, ISO/IEC 7812-1 annex B. */
export function computeCheckDigit(payload: string): number {
  const sum = [...payload].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

export function hasCheckDigit(digits: string): boolean {
  return digits.endsWith(String(computeCheckDigit(digits.slice(0, -1))));
}

/** The same for any part of many digits, each in two look-ups. */
export function createPartCheck(digits: Uint8Array): (from: number, to: number) => boolean {
  // Every other digit counts double, and where the part ends decides which of them.
  const evenDoubled = new Uint32Array(digits.length + 1);
  const oddDoubled = new Uint32Array(digits.length + 1);
  for (let at = 0; at < digits.length; at++) {
    const single = digits[at] ?? 0;
    const double = single > 4 ? 2 * single - 9 : 2 * single;
    const isEven = at % 2 === 0;
    evenDoubled[at + 1] = (evenDoubled[at] ?? 0) + (isEven ? double : single);
    oddDoubled[at + 1] = (oddDoubled[at] ?? 0) + (isEven ? single : double);
  }
  return (from, to) => {
    const sums = to % 2 === 0 ? evenDoubled : oddDoubled;
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0;
  };
}
