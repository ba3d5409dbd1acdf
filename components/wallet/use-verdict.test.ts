import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { english } from "#lib/languages/translate.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import { readCheck } from "./use-verdict.ts";

const verdict: Verdict = {
  seal: { state: "device", others: [], unlisted: [] },
  differs: [],
  signature: undefined,
  signer: undefined,
  signedSince: undefined,
};
const good = { verdict, alarms: [] };

test("a check that fails is an alarm, also after one that did not", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers = [async () => good, failing];
  const queryFn = async () => await (answers.shift() ?? failing)();
  const observer = new QueryObserver<typeof good>(client, { queryKey: ["verdict"], queryFn });
  assert.equal(readCheck(observer.getCurrentResult(), english), undefined);
  assert.equal(readCheck(await observer.refetch(), english), good);

  const checked = readCheck(await observer.refetch(), english);
  assert.equal(checked?.verdict, undefined);
  assert.deepEqual(
    checked?.alarms.map(({ title }) => title),
    ["This receipt could not be checked"],
  );
});

async function failing(): Promise<never> {
  throw new RangeError("Maximum call stack size exceeded");
}
