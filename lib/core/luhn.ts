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
