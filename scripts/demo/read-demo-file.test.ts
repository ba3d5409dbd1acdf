import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readDemoFile } from "./read-demo-file.ts";

test("the address and the keys are read, whatever else is in the file", async (t) => {
  const apiKeys = { platform: "ssk_dev_a", issuer: "ssk_dev_b", merchant: "ssk_dev_c" };
  const folder = await makeFolder(t, { baseUrl: "http://localhost:3000", apiKeys, logins: {} });
  const { baseUrl, apiKeys: keys } = await readDemoFile(folder);
  assert.equal(baseUrl, "http://localhost:3000");
  assert.deepEqual(keys, { platform: "ssk_dev_a", issuer: "ssk_dev_b" });
});

test("a missing file says what writes it", async (t) => {
  const folder = await makeFolder(t);
  await assert.rejects(readDemoFile(folder), { name: "DemoFailure", message: /npm start/ });
});

test("a file of another shape is refused without quoting it", async (t) => {
  const folder = await makeFolder(t, { baseUrl: 3000, apiKeys: { platform: "ssk_dev_secret" } });
  await assert.rejects(readDemoFile(folder), (error: Error) => {
    assert.equal(error.name, "DemoFailure");
    assert.doesNotMatch(error.message, /ssk_dev_secret/);
    return true;
  });
});

async function makeFolder(t: { after: (clean: () => unknown) => void }, content?: unknown) {
  const folder = await mkdtemp(join(tmpdir(), "demo-file-"));
  t.after(() => rm(folder, { recursive: true }));
  if (content !== undefined) await writeFile(join(folder, "demo.json"), JSON.stringify(content));
  return folder;
}
