// [Note: migrations that take away]
//
// While a version is rolled out, processes of the one before work on the schema of the new one, and after a
// rollback they do again. So a migration adds, and what older code still uses is taken away in a later version,
// by a migration whose name ends with the timestamp of one that all code has that can do without:
// 20270110090000_drop_tip_needs_20261201120000.

const NEEDS = /_needs_(\d{14})$/;

/** The first applied migration that code with the `known` ones cannot serve; undefined where it serves all. */
export function findUnmetNeed(
  applied: readonly string[],
  known: readonly string[],
): string | undefined {
  return applied.find((name) => {
    if (known.includes(name)) return false;
    const needed = NEEDS.exec(name)?.[1];
    return needed !== undefined && !known.some((one) => one.startsWith(`${needed}_`));
  });
}

/** Whether code that was written before the migration may fail after it. */
export function takesAway(sql: string): boolean {
  const statements = sql.replace(/--.*$/gm, "").split(";");
  return statements.some((statement) => TAKES_AWAY.test(statement.replace(/\s+/g, " ")));
}

const TAKES_AWAY =
  /\b(?:DROP (?:TABLE|COLUMN|TYPE|VIEW|SCHEMA)|RENAME (?:TO|COLUMN|VALUE)|ALTER COLUMN \S+ (?:SET NOT NULL|(?:SET DATA )?TYPE|DROP DEFAULT)|ADD COLUMN \S+ (?!.*\bDEFAULT\b)(?!.*\bGENERATED\b).*\bNOT NULL)\b/i;
