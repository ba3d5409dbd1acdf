import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "#lib/testing/until.ts";
import "fake-indexeddb/auto";
import { browserStorage } from "./browser-storage.ts";
import { fileStorage } from "./file-storage.ts";
import type { QueueStorage } from "./queue-storage.ts";
import { createLocalStorage } from "./testing/local-storage.ts";

const folder = { path: "" };
before(async () => {
  folder.path = await mkdtemp(join(tmpdir(), "queue-storage-"));
});
after(() => rm(folder.path, { recursive: true }));

const platform = { indexedDB, navigator, localStorage: createLocalStorage() };
const storages: Record<string, (name: string) => QueueStorage> = {
  fileStorage: (name) => fileStorage(join(folder.path, name)),
  browserStorage: (name) => browserStorage(name, platform),
};

for (const [kind, create] of Object.entries(storages)) {
  describe(kind, () => {
    async function open() {
      const name = randomUUID();
      const [one, other] = [create(name), create(name)];
      await one.open();
      await other.open();
      const close = async () => {
        await one.close();
        await other.close();
      };
      return { one, other, close };
    }

    test("what one wrote, another reads, in the order of the keys", async () => {
      const { one, other, close } = await open();
      const rows = ["b/2", "a/1", "b/1", "c"].map((key) => [key, { key, text: "é" }] as const);
      await one.update([], () => new Map(rows));
      assert.deepEqual(await other.get("a/1"), { key: "a/1", text: "é" });
      const keys = (await other.list("b/")).map(([key]) => key);
      assert.deepEqual(keys, ["b/1", "b/2"]);
      assert.equal((await other.list("b/", 1)).length, 1);
      await other.update([], () => new Map([["b/1", undefined]]));
      assert.equal(await one.get("b/1"), undefined);
      await close();
    });

    test("a change that throws writes nothing", async () => {
      const { one, other, close } = await open();
      await one.update([], () => new Map([["a", 1]]));
      await assert.rejects(
        one.update(["a"], () => {
          throw new Error("no");
        }),
        { message: "no" },
      );
      await one.update(["a"], (found) => new Map([["a", Number(found.get("a")) + 1]]));
      assert.equal(await other.get("a"), 2);
      await close();
    });

    test("changes at once do not overwrite each other", async () => {
      const { one, other, close } = await open();
      const add = (storage: QueueStorage) =>
        storage.update(["n"], (found) => new Map([["n", Number(found.get("n") ?? 0) + 1]]));
      await Promise.all([one, other, one, other, one].map(add));
      assert.equal(await one.get("n"), 5);
      await close();
    });

    test("one has the lock at a time, and it can be waited for", async () => {
      const { one, other, close } = await open();
      const held = Promise.withResolvers<void>();
      const seen: string[] = [];
      const first = one.lock("sender", async () => {
        seen.push("first");
        await held.promise;
      });
      await until(async () => seen.length === 1);
      const never = async () => assert.fail("the lock is taken");
      assert.equal(await other.lock("sender", never, { ifAvailable: true }), false);
      const ended = new AbortController();
      const waiting = other.lock("sender", never, { signal: ended.signal });
      ended.abort(new Error("ended"));
      await assert.rejects(waiting);
      const second = other.lock("sender", async () => void seen.push("second"));
      held.resolve();
      assert.deepEqual(await Promise.all([first, second]), [true, true]);
      assert.deepEqual(seen, ["first", "second"]);
      await close();
    });

    test("it tells of what another wrote", async () => {
      const { one, other, close } = await open();
      const seen = { changes: 0 };
      const unwatch = other.watch(() => void seen.changes++);
      await one.update([], () => new Map([["a", 1]]));
      await until(async () => seen.changes > 0);
      unwatch();
      await close();
    });

    test("the marker is in another place", async () => {
      const { one, other, close } = await open();
      assert.equal(await one.readMarker(), undefined);
      await one.writeMarker("seen");
      assert.equal(await other.readMarker(), "seen");
      assert.equal(await one.get("marker"), undefined);
      await close();
    });
  });
}
