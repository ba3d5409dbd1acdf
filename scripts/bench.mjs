import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { reportFailure } from "./steps.mjs";

// What is not one of these is an operation of the API, which is compared.
const benchmarks = {
  instances: "instances.ts",
  "receipts-page": "receipts-page.ts",
  "console-reads": "console-reads.ts",
  "issuer-reads": "issuer-reads.ts",
};

const asked = process.argv.slice(2);
const script = benchmarks[asked[0]];

try {
  await install();
  await generateClient();
  // Nothing that is measured is in the build, so that any build of the pages will do.
  if (!existsSync(join(root, ".next", "BUILD_ID"))) await build();
  const comparison = asked.includes("--profile") ? "profile.ts" : "compare.ts";
  const [file, ...rest] = script ? [script, ...asked.slice(1)] : [comparison, ...asked];
  process.exitCode = await runBenchmark(file, rest);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}

/** A signal to this process alone ends the benchmark, too, with the servers that it has started. */
async function runBenchmark(file, args) {
  const command = [join(root, "bench", file), ...args];
  const child = spawn(node, command, { cwd: root, env: projectEnv(), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code ?? 1;
}
