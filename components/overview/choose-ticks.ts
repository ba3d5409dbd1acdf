const LINES = 3;

/** Round numbers from 0 to `most` or a little over it, at equal steps of whole units. */
export function chooseTicks(most: number): number[] {
  const step = roundUp(most / LINES);
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

/** To 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}
