/** Numbers in [0, 1), the same for the same seed (xorshift32): a failing case can be run again. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_769) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * An object with everything that JSON allows: nesting, all of Unicode (lone surrogates too), odd keys and
 * numbers.
 */
export function createRandomObject(random: () => number, depth = 0): Record<string, unknown> {
  const members = Array.from({ length: pick(random, 7) }, () => [
    createRandomText(random),
    createRandomValue(random, depth + 1),
  ]);
  return Object.fromEntries(members);
}

function createRandomValue(random: () => number, depth: number): unknown {
  const makers = [
    () => null,
    () => random() < 0.5,
    () => pick(random, 1_000_000_000) - 500_000_000,
    () => (random() - 0.5) * 10 ** (pick(random, 40) - 20),
    () => createRandomText(random),
    () => Array.from({ length: pick(random, 5) }, () => createRandomValue(random, depth + 1)),
    () => createRandomObject(random, depth),
  ];
  const choices = depth < 5 ? makers.length : 5;
  return makers[pick(random, choices)]?.();
}

function createRandomText(random: () => number): string {
  const ranges = [0x80, 0x800, 0x10000, 0x110000];
  return Array.from({ length: pick(random, 12) }, () =>
    String.fromCodePoint(pick(random, ranges[pick(random, ranges.length)] ?? 0x80)),
  ).join("");
}

function pick(random: () => number, count: number): number {
  return Math.floor(random() * count);
}
