import { availableParallelism } from "node:os";
import { join } from "node:path";
import { batchTests } from "./batch-tests.mjs";
import { build } from "./build.mjs";
import { requireUsableFolder } from "./check-folder.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { listTests } from "./list-tests.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { ProgramFailure, reportFailure, run, step } from "./steps.mjs";
import { temporaryFolder } from "./temporary-folder.mjs";
import {
  countNodeTests,
  countPlaywrightTests,
  describeFlaky,
  findFailures,
  listFigures,
} from "./test-counts.mjs";

/** Only tests whose path contains one of these; without any, all tests and the other checks. */
const parts = process.argv.slice(2);

/**
 * Browser tests beyond the main way through a page: they run if parts are named, and with `npm run
 * test:long`.
 */
const LONG = "@long|^phone .*@phone-long|^desktop .*@desktop-long";

/** Up to this many files get a process each. */
const FEW = 8;

const total = { passed: 0, failed: 0 };

try {
  requireUsableFolder();
  await install();
  await generateClient();
  await (parts.length === 0 ? runAll() : runSome());
} catch (error) {
  fail(error);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

/**
 * In parallel, since each half waits for things that the other does not; the checks follow the shorter half.
 */
async function runAll() {
  const prepared = prepareBrowserTests();
  const halves = [
    prepared.then((chromium) => runBrowserTests([], chromium)).catch(fail),
    runUnits(listTests([]).units).catch(fail),
  ];
  // The build writes to the same folder as the declarations.
  const checked = Promise.race(halves)
    .then(() => prepared.catch(() => undefined))
    .then(checkSources)
    .catch(fail);
  await Promise.all([...halves, checked]);
}

async function checkSources() {
  await step("types are right", checkTypes);
  await step("Biome has no complaint", () =>
    runProgram("biome", ["check", "--error-on-warnings", "."]),
  );
  await step("rooms import downward", () =>
    run(node, [join(root, "scripts", "check-house.ts")], { cwd: root, env: projectEnv() }),
  );
  await step("nothing is unused", () => runProgram("knip", ["--treat-config-hints-as-errors"]));
}

async function runSome() {
  const { units, specs } = listTests(parts);
  if (units.length + specs.length === 0) {
    throw new Error(`no test file has ${parts.join(" or ")} in its path`);
  }
  if (units.length > 0) await runUnits(units);
  if (specs.length > 0) await runBrowserTests(specs, await prepareBrowserTests());
}

// Next writes declarations that the pages need; a fresh clone has none.
async function checkTypes() {
  await runProgram("next", ["typegen"]);
  // With a checker for each processor it takes twice the time of one away from the tests beside it.
  await runProgram("tsc", ["--noEmit", "--singleThreaded"]);
}

async function runUnits(files) {
  // A process waits for PostgreSQL now and then.
  const atOnce = Math.min(Math.max(2, availableParallelism()), 8);
  const batches = files.length > FEW ? batchTests(files, 2 * atOnce) : undefined;
  const args = [
    "--test",
    `--test-concurrency=${atOnce}`,
    "--test-global-setup=lib/testing/global-setup.ts",
    // Node reads them as patterns, in which brackets are special.
    ...(batches?.files ?? files).map((file) => file.replace(/[[\]]/g, "?")),
  ];
  try {
    await step(
      (passed) => `${passed} unit and HTTP tests passed`,
      () => runCounted(node, args, countNodeTests),
      { doing: "running the unit and HTTP tests" },
    );
  } finally {
    batches?.remove();
  }
}

/** Returns the path of Chromium. */
async function prepareBrowserTests() {
  const chromium = await step("Chromium found", findBrowser);
  await build();
  return chromium;
}

async function runBrowserTests(files, chromium) {
  const chosen = files.map((file) => `/${file.replace(/\./g, "\\.")}$`);
  const args = ["test", ...(files.length > 0 ? chosen : ["--grep-invert", LONG])];
  await step(
    (passed) => `${passed} browser tests passed`,
    () =>
      runCounted(program("playwright"), args, countPlaywrightTests, { CHROMIUM_PATH: chromium }),
    { doing: "running the browser tests" },
  );
}

async function findBrowser() {
  const script = join(root, "scripts", "provide-chromium.ts");
  const output = await run(node, [script], { cwd: root, env: projectEnv() });
  return output.trim().split("\n").at(-1);
}

/** Adds the counts in the output to the total; the output itself is shown if tests were chosen. */
async function runCounted(command, args, count, env) {
  const add = (output) => {
    const { passed, failed } = count(output);
    total.passed += passed;
    total.failed += failed;
    return passed;
  };
  try {
    const options = {
      cwd: root,
      env: projectEnv({ TMPDIR: temporaryFolder(), ...env }),
      show: parts.length > 0,
    };
    const output = await run(command, args, options);
    const passed = add(output);
    if (passed === 0) throw new Error("no test was run");
    const flaky = describeFlaky(output);
    if (flaky !== "") console.error(`! not every test passed at once:\n${flaky}`);
    if (parts.length === 0) for (const figure of listFigures(output)) console.log(`  ${figure}`);
    return passed;
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    add(error.output);
    error.output = parts.length > 0 ? "" : findFailures(error.output);
    throw error;
  }
}

function runProgram(name, args) {
  return run(program(name), args, { cwd: root, env: projectEnv() });
}

function program(name) {
  return join(root, "node_modules", ".bin", name);
}

function fail(error) {
  reportFailure(error);
  // A step without tests, such as the types, counts as one failure.
  if (total.failed === 0) total.failed = 1;
  process.exitCode = 1;
}
