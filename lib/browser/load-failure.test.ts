import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { describeError } from "./describe-error.ts";
import { isFileGone, isLoadFailure } from "./load-failure.ts";

const fetchOfNode = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchOfNode;
});

const FILE = "/_next/static/chunks/0a_b-c.js";

function loadFailure(message = `Failed to load chunk ${FILE} from module 4711`): Error {
  return Object.assign(new Error(message), { name: "ChunkLoadError" });
}

function answer(status: number): unknown[] {
  const asked: unknown[] = [];
  globalThis.fetch = async (address, init) => {
    asked.push([address, init?.method]);
    return new Response(null, { status });
  };
  return asked;
}

test("a file that the service no longer has is gone", async () => {
  const asked = answer(404);
  assert.equal(await isFileGone(loadFailure()), true);
  assert.deepEqual(asked, [[FILE, "HEAD"]]);
});

test("without an answer, with the file, or without its name, it is not known to be gone", async () => {
  for (const status of [200, 502]) {
    answer(status);
    assert.equal(await isFileGone(loadFailure()), false);
  }
  answer(404);
  assert.equal(await isFileGone(loadFailure("Loading failed")), false);
  globalThis.fetch = async () => {
    throw new TypeError("cut");
  };
  assert.equal(await isFileGone(loadFailure()), false);
});

test("another failure is not one of loading, and a failure of loading says to reload", async () => {
  answer(404);
  const other = new Error(`Failed to load chunk ${FILE}`);
  assert.equal(isLoadFailure(other), false);
  assert.equal(await isFileGone(other), false);
  assert.match(describeError(loadFailure()), /[Rr]eload the page/);
});
