import assert from "node:assert/strict";
import { test } from "node:test";
import { poolSizeFor, processesFor } from "./count-processes.ts";

const machines = [
  { name: "a small container", cores: 2, megabytes: 512, processes: 1 },
  { name: "a core", cores: 1, megabytes: 16_000, processes: 1 },
  { name: "memory for one", cores: 8, megabytes: 2_000, processes: 1 },
  { name: "memory for fewer than it has cores", cores: 8, megabytes: 4_000, processes: 4 },
  { name: "memory for all cores", cores: 8, megabytes: 16_000, processes: 8 },
];

for (const { name, processes, ...machine } of machines) {
  test(`${name}: ${processes}`, () => assert.equal(processesFor(machine), processes));
}

test("a few processes have the pool of one, and many share so that PostgreSQL's default lets them in", () => {
  assert.deepEqual([1, 2, 3, 4, 8, 32].map(poolSizeFor), [16, 16, 16, 12, 6, 4]);
  // Six more beside the pool, and one process more while another takes its place.
  assert.ok(8 * (poolSizeFor(8) + 6) <= 97);
});
