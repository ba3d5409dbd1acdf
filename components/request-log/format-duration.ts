const oneDigit = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const twoDigits = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "0.8 ms", "12.3 ms", "1.25 s": with fixed digits, so that they align. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${oneDigit.format(milliseconds)} ms`;
  return `${twoDigits.format(milliseconds / 1000)} s`;
}
