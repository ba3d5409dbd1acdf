import assert from "node:assert/strict";
import { test } from "node:test";
import { onlineManager } from "@tanstack/react-query";
import { ApiError } from "#lib/client/api-error.ts";
import { createQueryClient, failureOf } from "./query-client.ts";

const message = "Not today";
const unreached = new ApiError({ status: 0, code: "no_answer", message });
const broken = new ApiError({ status: 503, code: "service_unavailable", message });
const refused = new ApiError({ status: 403, code: "forbidden", message });

test("an answer stays where a later request reached nobody, or a service that failed", () => {
  for (const error of [null, unreached, broken]) {
    assert.equal(failureOf({ data: "an answer", error }), null);
  }
});

test("a refusal stands in place of the answer before it", () => {
  assert.equal(failureOf({ data: "an answer", error: refused }), refused);
});

test("without an answer every error is shown", () => {
  for (const error of [unreached, broken, refused]) {
    assert.equal(failureOf({ data: undefined, error }), error);
  }
});

test("an action without a network fails at once, instead of being carried out later", async (t) => {
  t.after(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const client = createQueryClient({ onSignedOut: () => undefined });
  let calls = 0;
  const mutationFn = async () => {
    calls += 1;
    throw unreached;
  };
  const mutation = client
    .getMutationCache()
    .build(client, client.defaultMutationOptions({ mutationFn }));
  const isOver = mutation.execute(undefined).then(
    () => "done",
    (error: unknown) => error,
  );
  assert.equal(mutation.state.isPaused, false);
  assert.equal(await isOver, unreached);
  assert.equal(calls, 1);
});
