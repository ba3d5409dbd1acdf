import { build } from "./build.mjs";
import { generateClient } from "./generate-client.mjs";
import { install } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { reportFailure } from "./steps.mjs";

// npm run cluster, and npm run chaos: several instances with the parts around them in production.

const [first, ...others] = process.argv.slice(2);
const trials = ["failover", "major-upgrade", "recovery"];
const isOwnTrial = first === "cluster" && trials.includes(others[0]);
const [trial, ...rest] = isOwnTrial ? others : [first, ...others];

try {
  await install();
  await generateClient();
  await build();
  process.exitCode = await runProgram(`cluster/${trial}.ts`, rest);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
