import assert from "node:assert/strict";
import { test } from "node:test";
import { createCaller } from "./api.ts";
import { provideStepUp, stepUp } from "./step-up.ts";

/** A service that wants a proof for every call, and a page that gives it or not. */
function stand(gives: boolean) {
  const seen = { proved: false, asked: 0, sent: 0 };
  const refusal = { error: { code: "step_up_required", message: "Confirm that it is you first" } };
  const { api } = createCaller({
    baseUrl: "https://receipts.example",
    stepUp,
    fetch: async () => {
      seen.sent += 1;
      if (!seen.proved) return Response.json(refusal, { status: 403 });
      return Response.json({ success: true, data: { ended: true } });
    },
  });
  const end = provideStepUp(async () => {
    seen.asked += 1;
    seen.proved = gives;
    return gives;
  });
  return { seen, end, call: () => api("POST /api/console/sessions/end-others") };
}

test("asks once for any number of calls, and sends each again", async () => {
  const { seen, end, call } = stand(true);
  const answers = await Promise.all([call(), call(), call()]);
  assert.deepEqual(answers, Array(3).fill({ ended: true }));
  assert.deepEqual([seen.asked, seen.sent], [1, 6]);
  end();
});

test("a call fails where nobody proves anything, or where nothing on the page asks", async () => {
  const { seen, end, call } = stand(false);
  await assert.rejects(call(), { code: "step_up_required" });
  assert.deepEqual([seen.asked, seen.sent], [1, 1]);
  end();
  await assert.rejects(call(), { code: "step_up_required" });
  assert.deepEqual([seen.asked, seen.sent], [1, 2]);
});

test("a page that goes away while it asks leaves nothing waiting", async () => {
  const end = provideStepUp(() => new Promise(() => undefined));
  void stepUp();
  end();
  const next = provideStepUp(async () => true);
  assert.equal(await stepUp(), true);
  next();
});

test("an open dialog asks in place of the page, whichever came first", async () => {
  const asked: string[] = [];
  const asking = (name: string) => async () => asked.push(name) > 0;
  const closeFirst = provideStepUp(asking("first dialog"), "dialog");
  const leavePage = provideStepUp(asking("page"));
  const closeSecond = provideStepUp(asking("second dialog"), "dialog");
  await stepUp();
  closeSecond();
  await stepUp();
  closeFirst();
  await stepUp();
  leavePage();
  assert.equal(await stepUp(), false);
  assert.deepEqual(asked, ["second dialog", "first dialog", "page"]);
});
