// [Note: migrations that take away]
//
// While a version is rolled out, processes of the one before work on the schema of the new one, and after a
// rollback they do again. So a migration adds, and what older code still uses is taken away in a later version,
// by a migration whose name ends with the timestamp of one that all code has that can do without:
// 20270110090000_drop_tip_needs_20261201120000. It waits until no process is alive whose code lacks that one;
// code that has the migration itself serves before it and after it.

const NEEDS = /_needs_(\d{14})$/;

/** A process that has not been seen for so long is taken for dead: several times the interval at which each says so. */
export const ALIVE_SECONDS = 60;

/** The timestamp that code must have to do without what the migration takes away; undefined where it takes nothing. */
export function neededBy(name: string): string | undefined {
  return NEEDS.exec(name)?.[1];
}

/** The first applied migration that code with the `known` ones cannot serve; undefined where it serves all. */
export function findUnmetNeed(
  applied: readonly string[],
  known: readonly string[],
): string | undefined {
  return applied.find((name) => {
    if (known.includes(name)) return false;
    const needed = neededBy(name);
    return needed !== undefined && !known.some((one) => one.startsWith(`${needed}_`));
  });
}

/**
 * A migration that code with the `known` ones cannot serve without; undefined where it has all it needs. What takes
 * something away may have to wait, and that code serves until then, too.
 */
export function findMissing(
  applied: readonly string[],
  known: readonly string[],
): string | undefined {
  return known.find((name) => !applied.includes(name) && neededBy(name) === undefined);
}

/** Whether code that was written before the migration may fail after it. */
export function takesAway(sql: string): boolean {
  const statements = sql.replace(/--.*$/gm, "").split(";");
  return statements.some((statement) => TAKES_AWAY.test(statement.replace(/\s+/g, " ")));
}

const TAKES_AWAY =
  /\b(?:DROP (?:TABLE|COLUMN|TYPE|VIEW|SCHEMA)|RENAME (?:TO|COLUMN|VALUE)|ALTER COLUMN \S+ (?:SET NOT NULL|(?:SET DATA )?TYPE|DROP DEFAULT)|ADD COLUMN \S+ (?!.*\bDEFAULT\b)(?!.*\bGENERATED\b).*\bNOT NULL)\b/i;
