/** Whether a PIN may protect a vault: 6 to 12 digits, not all the same, not in a row. */
export function isStrongPin(pin: string): boolean {
  if (!/^[0-9]{6,12}$/.test(pin)) return false;
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return !steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9));
}
