import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import "fake-indexeddb/auto";
import { onDevice, type WalletDatabase } from "./device-store.ts";

const keep = (database: WalletDatabase) =>
  database.put("choices", { name: "keeping", value: true });
const read = (database: WalletDatabase) => database.get("choices", "keeping");

describe("a connection that the browser has ended", () => {
  beforeEach(async () => {
    await onDevice(keep);
  });

  test("is opened again, without an event", async () => {
    // Every further use of it is refused with an InvalidStateError, as in a page that was in the background.
    await onDevice(async (database) => database.close());
    assert.deepEqual(await onDevice(read), { name: "keeping", value: true });
    await onDevice(keep);
  });

  test("is opened again where Safari calls the reason unknown", async () => {
    let uses = 0;
    const value = await onDevice(async (database) => {
      uses += 1;
      if (uses === 1) throw new DOMException("Connection lost.", "UnknownError");
      return await read(database);
    });
    assert.deepEqual([value, uses], [{ name: "keeping", value: true }, 2]);
  });

  test("is opened again once: what fails a second time is said", async () => {
    let uses = 0;
    const failing = onDevice(async () => {
      uses += 1;
      throw new DOMException("", "InvalidStateError");
    });
    await assert.rejects(failing, { reason: "storage_failed" });
    assert.equal(uses, 2);
  });
});

test("other failures are not tried again", async () => {
  let uses = 0;
  const failing = onDevice(async () => {
    uses += 1;
    throw new DOMException("", "QuotaExceededError");
  });
  await assert.rejects(failing, { reason: "storage_failed" });
  assert.equal(uses, 1);
});
