const seconds = 1000;
const minutes = 60 * seconds;

// After so many wrong PINs in a row: the third begins to cost.
const delays = [
  0,
  0,
  0,
  5 * seconds,
  15 * seconds,
  30 * seconds,
  minutes,
  5 * minutes,
  15 * minutes,
];
const longestDelay = 60 * minutes;

/**
 * Whether a PIN may protect a vault: 6 to 12 digits, not all the same, not in a row. The delay
 * holds off who stands at the screen. Who copies the browser's files has only the cost of each
 * guess against them, so that a passkey is the better protection.
 */
export function isStrongPin(pin: string): boolean {
  if (!/^[0-9]{6,12}$/.test(pin)) return false;
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return !steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9));
}

/** Milliseconds to wait after that many wrong tries in a row. */
export function delayAfter(failures: number): number {
  return delays[failures] ?? longestDelay;
}
