import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { root } from "./project.mjs";
import { runProgram } from "./run-program.mjs";
import { reportFailure } from "./steps.mjs";

// Any other word is an operation of the API, which is compared.
const benchmarks = {
  instances: "instances.ts",
  "receipts-page": "receipts-page.ts",
  scale: "scale.ts",
  steady: "steady.ts",
  overload: "overload.ts",
  isolation: "isolation.ts",
  recipients: "recipients.ts",
  sealed: "sealed.ts",
  webhooks: "webhooks.ts",
  "console-reads": "console-reads.ts",
  "issuer-reads": "issuer-reads.ts",
  cost: "cost.ts",
};

const asked = process.argv.slice(2);
const script = benchmarks[asked[0]];

try {
  await install();
  await generateClient();
  // No measurement depends on the build, so any build of the pages will do.
  if (!existsSync(join(root, ".next", "BUILD_ID"))) await build();
  const comparison = asked.includes("--profile") ? "profile.ts" : "compare.ts";
  const [file, ...rest] = script ? [script, ...asked.slice(1)] : [comparison, ...asked];
  process.exitCode = await runProgram(`bench/${file}`, rest);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
