import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { RUNNING_SERVICE } from "#lib/testing/running-service.ts";
import { runningService } from "./merchant.ts";
import type { Stage } from "./stage.ts";

const ROOT = join(import.meta.dirname, "..");

/** Beside those of the public API. */
const ACROSS = ["app/api/{body-limits,erasure-crowd,unstorable-text}.test.ts"];

/** What only a service in the test's own process has: its clock, its log, its settings, its gateways. */
const NEEDS_OWN_PROCESS =
  /setUpTestService\([^)]|\.logLines|\.restart\(|setTestConfig|withImpatience|shiftClock|StandIn|finishPendingPayments|startTestService|spawnProgram|createKillableServer|recordingGateway|sandboxMemory/;

/** The tests of the public API that may be pointed to any address. */
export function listContractTests(): string[] {
  return globSync(["app/api/v1/**/*.test.ts", ...ACROSS], { cwd: ROOT })
    .filter((path) => {
      const source = readFileSync(join(ROOT, path), "utf8");
      return source.includes("setUpTestService()") && !NEEDS_OWN_PROCESS.test(source);
    })
    .sort();
}

export type TestRun = { files: number; passed: number; failed: number; output: string };

/** Runs them against the balancer, one after the other: some count all rows of a table. */
export async function runContractTests(stage: Stage): Promise<TestRun> {
  const files = listContractTests();
  // Node takes them for patterns, in which brackets do not stand for themselves.
  const patterns = files.map((file) => file.replace(/[[\]]/g, "?"));
  const args = ["--test", "--test-concurrency=1", "--test-reporter=spec", ...patterns];
  const env = { ...process.env, [RUNNING_SERVICE]: JSON.stringify(runningService(stage)) };
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const count = (word: string) =>
    Number(new RegExp(`^\\S+ ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  return {
    files: files.length,
    passed: count("pass"),
    failed: count("fail") + count("cancelled"),
    output: output.slice(Math.max(0, output.indexOf("✖ failing tests:"))),
  };
}
