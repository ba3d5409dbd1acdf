import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const folder = join(import.meta.dirname, "../deploy/monitoring");
const run = (...args: string[]) =>
  spawnSync("promtool", args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
const skip = run("--version").error ? "promtool is not installed" : false;
const RULES = ["alerts.yaml", "alerts-postgresql.yaml"];

test("Prometheus takes the rules", { skip }, () => {
  const { status, stderr } = run("check", "rules", ...RULES);
  assert.equal(status, 0, stderr);
});

test("alerts about PostgreSQL fire when they should, and not before", { skip }, () => {
  const { status, stdout, stderr } = run("test", "rules", "alerts.test.yaml");
  assert.equal(status, 0, stdout + stderr);
});

test("each alert about PostgreSQL is tried", () => {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const names = [...read("alerts-postgresql.yaml").matchAll(/- alert: (\w+)/g)];
  const fired = [...read("alerts.test.yaml").matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)];
  const tried = new Set(fired.map(([, name]) => name));
  assert.ok(names.length > 5);
  assert.deepEqual(
    names.map(([, name]) => name).filter((name) => !tried.has(name)),
    [],
  );
});
