import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { reportFailure } from "./steps.mjs";

const benchmarks = {
  payments: "payments.ts",
  grants: "grants.ts",
  "receipts-page": "receipts-page.ts",
  "console-reads": "console-reads.ts",
  "issuer-reads": "issuer-reads.ts",
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in benchmarks));

try {
  if (unknown) throw new Error(`no benchmark ${unknown}; there is ${Object.keys(benchmarks)}`);
  await install();
  await generateClient();
  await build();
  for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
    const script = join(root, "bench", benchmarks[name]);
    const { status } = spawnSync(node, [script], {
      cwd: root,
      env: projectEnv(),
      stdio: "inherit",
    });
    if (status !== 0) throw new Error(`the benchmark ${name} failed`);
  }
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
