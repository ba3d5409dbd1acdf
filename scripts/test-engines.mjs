import { join } from "node:path";
import { build } from "./build.mjs";
import { requireUsableFolder } from "./check-folder.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { reportFailure, run, step } from "./steps.mjs";

/** What `npm run test:long` runs of it: one journey in each engine. */
const SHORT = "^firefox .*@firefox-short|^webkit .*@webkit-short";

const choice = process.argv.includes("--short") ? ["--grep", SHORT] : [];

try {
  requireUsableFolder();
  await install();
  await generateClient();
  await step("Firefox and WebKitGTK found", provideEngines);
  await build();
  await step("the pages work in both", runTests, { doing: "visiting the pages" });
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

async function provideEngines() {
  await run(node, [join(root, "scripts", "provide-engines.ts")], { cwd: root, env: projectEnv() });
}

async function runTests() {
  const args = ["test", "--project", "firefox", "--project", "webkit", ...choice];
  const env = projectEnv({ ENGINES: "1" });
  await run(join(root, "node_modules", ".bin", "playwright"), args, { cwd: root, env, show: true });
}
