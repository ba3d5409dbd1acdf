import { BackupError } from "./backup-error.ts";

/** The tables so that each comes after those that it refers to. Throws BackupError for a circle. */
export function inOrderOfReferences<T extends { name: string }>(
  tables: readonly T[],
  references: readonly { from: string; to: string }[],
): T[] {
  const placed = new Set<string>();
  const waitsFor = (name: string) =>
    references.some(({ from, to }) => from === name && to !== name && !placed.has(to));
  const ordered: T[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name }) => !placed.has(name) && !waitsFor(name));
    if (next.length === 0) throw new BackupError("tables refer to each other in a circle");
    ordered.push(...next);
    for (const { name } of next) placed.add(name);
  }
  return ordered;
}
