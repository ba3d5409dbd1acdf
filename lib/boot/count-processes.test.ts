import assert from "node:assert/strict";
import { test } from "node:test";
import { CONNECTIONS_BESIDE_POOL } from "#lib/storage/connect-database.ts";
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
  assert.deepEqual([1, 2, 3, 4, 8, 32].map(poolSizeFor), [16, 16, 16, 12, 5, 4]);
  for (const processes of [1, 2, 3, 4, 6, 8]) {
    assert.ok(processes * (poolSizeFor(processes) + CONNECTIONS_BESIDE_POOL) <= 97, `${processes}`);
  }
});
