import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fillConf } from "./pgbackrest-conf.ts";

const deployed = readFileSync(
  join(import.meta.dirname, "../deploy/pgbackrest/pgbackrest.conf"),
  "utf8",
);

test("what is tried is what is deployed, but for the values that were named", () => {
  const values = { "pg1-path": "/tmp/data", "tls-server-port": 1 };
  const tried = fillConf("pgbackrest.conf", values);
  const lines = deployed.split("\n");
  const changed = tried.split("\n").filter((line, at) => line !== lines[at]);
  assert.deepEqual(changed, ["tls-server-port=1", "pg1-path=/tmp/data"]);
});

test("an option that is not deployed cannot be tried", () => {
  const options = { "pg1-path": "/tmp/data", "archive-async": "y" };
  assert.throws(
    () => fillConf("pgbackrest.conf", options),
    /pgbackrest\.conf has no archive-async/,
  );
});
