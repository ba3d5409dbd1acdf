/** Does the work of a step and prints its line with the time it took, like the scripts before it. */
export async function step<T>(done: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - start) / 1000;
  print(`✓ ${done.padEnd(36)} ${seconds.toFixed(1)} s`);
  return outcome;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
