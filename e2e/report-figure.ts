/** Prints what a test has measured; `npm test` shows such lines. */
export function reportFigure(text: string): void {
  process.stdout.write(`measured: ${text}\n`);
}
