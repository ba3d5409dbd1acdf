import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadComponents, renderLines } from "#lib/testing/render-component.ts";

let ServiceKnows: typeof import("#components/receipts/service-knows.tsx").ServiceKnows;
before(async () => {
  const loaded = await loadComponents(() => import("#components/receipts/service-knows.tsx"));
  ({ ServiceKnows } = loaded);
});

type Props = Parameters<typeof ServiceKnows>[0];

/** What the service could read, and what it never has. */
function groupsOf(props: Props): { read: string; never: string } {
  const text = renderLines(ServiceKnows, props).join("\n");
  const [, read = "", never = ""] = /It could read\n(.*)\nIt never has\n(.*)/s.exec(text) ?? [];
  return { read, never };
}

test("of receipts in general it could read those that the till has not sealed", () => {
  const { read, never } = groupsOf({});
  assert.match(read, /^the receipt, while sealing it if the till has not: /);
  assert.doesNotMatch(never, /this receipt/);
});

test("a receipt that it sealed it read then, and in escrow until that ended", () => {
  for (const sealedAt of [undefined, "service"] as const) {
    const { read } = groupsOf({ escrow: "ended", sealedAt });
    assert.match(read, /^the receipt, while sealing it/);
    assert.match(read, /tax, tip, and payment method/);
    assert.match(read, /this one while it was sealed to the escrow key, and no longer$/);
  }
});

test("a receipt that the till sealed to the cardholder's key it never has, unless the issuer has it decrypted", () => {
  const { read, never } = groupsOf({ escrow: "skipped", sealedAt: "till" });
  assert.equal(read, "the payment method, until the payment gateway has answered");
  assert.match(
    never,
    /^this receipt, which the till sealed to your key, unless your issuer has the service decrypt it$/m,
  );
});

test("a receipt that the till sealed to the escrow key it could have opened until it was delivered", () => {
  const { read, never } = groupsOf({ escrow: "ended", sealedAt: "till" });
  assert.match(read, /^this one while it was sealed to the escrow key, and no longer$/m);
  assert.doesNotMatch(read, /while sealing/);
  assert.doesNotMatch(never, /this receipt/);
});
