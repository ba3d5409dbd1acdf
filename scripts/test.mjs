import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { listTests } from "./list-tests.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { ProgramFailure, reportFailure, run, step } from "./steps.mjs";
import { countNodeTests, countPlaywrightTests, findFailures, listFigures } from "./test-counts.mjs";

/** Only tests whose path contains one of these; all, and what else is checked, where there is none. */
const parts = process.argv.slice(2);

const total = { passed: 0, failed: 0 };

try {
  await install();
  await generateClient();
  await (parts.length === 0 ? runAll() : runSome());
} catch (error) {
  fail(error);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

/** The two halves need about the same time, and each waits for something the other does not. */
async function runAll() {
  const { units } = listTests([]);
  await Promise.all([checkAndBrowse().catch(fail), runUnits(units).catch(fail)]);
}

async function checkAndBrowse() {
  await step("types are right", checkTypes);
  await step("Biome has no complaint", () =>
    runProgram("biome", ["check", "--error-on-warnings", "."]),
  );
  await step("rooms import downward", () =>
    run(node, [join(root, "scripts", "check-house.ts")], { cwd: root, env: projectEnv() }),
  );
  await step("nothing is unused", () => runProgram("knip", ["--treat-config-hints-as-errors"]));
  await runBrowserTests([]);
}

async function runSome() {
  const { units, specs } = listTests(parts);
  if (units.length + specs.length === 0) {
    throw new Error(`no test file has ${parts.join(" or ")} in its path`);
  }
  if (units.length > 0) await runUnits(units);
  if (specs.length > 0) await runBrowserTests(specs);
}

// Next writes declarations that the pages need; a fresh clone has none.
async function checkTypes() {
  await runProgram("next", ["typegen"]);
  await runProgram("tsc", ["--noEmit"]);
}

async function runUnits(files) {
  const args = [
    "--test",
    // Each file's process waits for PostgreSQL now and then.
    `--test-concurrency=${Math.min(Math.max(2, availableParallelism()), 8)}`,
    "--test-global-setup=lib/testing/global-setup.ts",
    // Node takes them for patterns, in which brackets do not stand for themselves.
    ...files.map((file) => file.replace(/[[\]]/g, "?")),
  ];
  await step(
    (passed) => `${passed} unit and HTTP tests passed`,
    () => runCounted(node, args, countNodeTests),
    { doing: "running the unit and HTTP tests" },
  );
}

async function runBrowserTests(files) {
  const chromium = await step("Chromium found", findBrowser);
  await build();
  const args = ["test", ...files.map((file) => `/${file.replace(/\./g, "\\.")}$`)];
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

/** Adds what it counts in the output to the total; the output itself is shown where tests were chosen. */
async function runCounted(command, args, count, env) {
  const add = (output) => {
    const { passed, failed } = count(output);
    total.passed += passed;
    total.failed += failed;
    return passed;
  };
  try {
    const options = { cwd: root, env: projectEnv(env), show: parts.length > 0 };
    const output = await run(command, args, options);
    const passed = add(output);
    if (passed === 0) throw new Error("no test was run");
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
  // A step without tests of its own, such as the types, fails as one.
  if (total.failed === 0) total.failed = 1;
  process.exitCode = 1;
}
