import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { ProgramFailure, reportFailure, run, step } from "./steps.mjs";
import { countNodeTests, countPlaywrightTests, listFigures } from "./test-counts.mjs";

const total = { passed: 0, failed: 0 };

try {
  await install();
  await generateClient();
  await step("types are right", checkTypes, { doing: "checking the types" });
  await step("Biome has no complaint", () => runScript("lint"), { doing: "running Biome" });
  await step((passed) => `${passed} unit and HTTP tests passed`, runNodeTests, {
    doing: "running the unit and HTTP tests",
  });
  const chromium = await step("Chromium found", findBrowser, { doing: "looking for a Chromium" });
  await build();
  const browserTests = () => runBrowserTests(chromium);
  await step((passed) => `${passed} browser tests passed`, browserTests, {
    doing: "running the browser tests",
  });
} catch (error) {
  reportFailure(error);
  // A step without tests of its own, such as the types, fails as one.
  if (total.failed === 0) total.failed = 1;
  process.exitCode = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);

// Next writes declarations that the pages need; a fresh clone has none.
async function checkTypes() {
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  await run(node, [next, "typegen"], { cwd: root, env: projectEnv() });
  await runScript("types");
}

function runNodeTests() {
  return runCounted("test:unit", countNodeTests);
}

function runBrowserTests(chromium) {
  return runCounted("test:browser", countPlaywrightTests, { CHROMIUM_PATH: chromium });
}

async function findBrowser() {
  const script = join(root, "scripts", "provide-chromium.ts");
  const output = await run(node, [script], { cwd: root, env: projectEnv() });
  return output.trim().split("\n").at(-1);
}

async function runCounted(script, count, env) {
  const before = { ...total };
  const add = (output) => {
    const { passed, failed } = count(output);
    total.passed = before.passed + passed;
    total.failed = before.failed + failed;
    return passed;
  };
  try {
    const output = await runScript(script, env);
    const passed = add(output);
    if (passed === 0) throw new Error(`npm run ${script} ran no test`);
    for (const figure of listFigures(output)) console.log(`  ${figure}`);
    return passed;
  } catch (error) {
    if (error instanceof ProgramFailure) add(error.output);
    throw error;
  }
}

/** Runs a script of package.json on the project's Node, without npm in between. */
function runScript(name, env) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return run("/bin/sh", ["-c", scripts[name]], { cwd: root, env: projectEnv(env) });
}
