import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./project.mjs";

/** What a file has to itself: programs that it starts, and ends at any point. */
const STARTS_PROGRAMS = /startEmbeddedPostgres|spawnProgram|createKillableServer/;

const FRESH_START = urlOf("lib/testing/fresh-start.ts");

/**
 * Deals test files to `count` processes, since loading the service takes longer than most files work
 * with it. Returns the files to run in their place, and what removes them again.
 */
export function batchTests(files, count) {
  const folder = mkdtempSync(join(tmpdir(), "sealslip-batches-"));
  const alone = files.filter((file) => STARTS_PROGRAMS.test(read(file)));
  const together = files.filter((file) => !alone.includes(file));
  const batches = Array.from({ length: count }, (_, batch) => {
    const path = join(folder, `batch-${batch + 1}.test.mjs`);
    writeFileSync(path, writeBatch(together.filter((_file, index) => index % count === batch)));
    return path;
  });
  return {
    // The long ones first: nothing is left to run beside one that comes last.
    files: [...alone, ...batches],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function writeBatch(files) {
  const suites = files.map(
    (file) => `describe(${JSON.stringify(file)}, async () => {
  before(startFresh);
  await import(${JSON.stringify(urlOf(file))});
});
`,
  );
  return `import { before, describe } from "node:test";
import { startFresh } from ${JSON.stringify(FRESH_START)};

${suites.join("")}`;
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function urlOf(file) {
  return pathToFileURL(join(root, file)).href;
}
