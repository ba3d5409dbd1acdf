import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./project.mjs";

/** Files that run alone: they start programs, and end them at any point. */
const STARTS_PROGRAMS =
  /startEmbeddedPostgres|spawnProgram|createKillableServer|startCrashStage|startSecrecyStage/;

/**
 * Deals test files to `count` processes, since loading the service takes longer than most files run. Returns
 * the files to run in their place, and how to remove them again.
 */
export function batchTests(files, count) {
  const folder = mkdtempSync(join(tmpdir(), "sealslip-batches-"));
  const alone = files.filter((file) => STARTS_PROGRAMS.test(readFileSync(pathOf(file), "utf8")));
  const together = files.filter((file) => !alone.includes(file));
  const batches = Array.from({ length: count }, (_, batch) => {
    const path = join(folder, `batch-${batch + 1}.test.cjs`);
    writeFileSync(path, writeBatch(together.filter((_file, index) => index % count === batch)));
    return path;
  });
  return {
    // The long ones first: a long one at the end would run alone.
    files: [...alone, ...batches],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

// With `require`, a file registers its tests before the next suite begins; asynchronous imports would
// register them at any place.
function writeBatch(files) {
  const suites = files.map(
    (file) => `describe(${JSON.stringify(file)}, () => {
  before(startFresh);
  require(${JSON.stringify(pathOf(file))});
});
`,
  );
  return `const { before, describe } = require("node:test");
const { startFresh } = require(${JSON.stringify(pathOf("lib/testing/fresh-start.ts"))});

${suites.join("")}`;
}

function pathOf(file) {
  return join(root, file);
}
