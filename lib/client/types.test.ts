import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeTypes } from "#examples/clients/generate-types.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import { withOwnFields } from "./own-fields.ts";
import type { PaymentRequest } from "./payments.ts";
import { createSale } from "./queue/testing/sale.ts";

test("the types are those of the API's document", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "api-types-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "api-types.ts");
  await writeTypes(JSON.parse(JSON.stringify(openApiDocument())), file);
  const current = await readFile(join(import.meta.dirname, "api-types.ts"), "utf8");
  assert.equal(current, await readFile(file, "utf8"), "npm run generate:types");
});

// What must not compile: tsc complains where an expected error is missing.
test("a misspelled field does not compile, and own fields are told apart", () => {
  const sale = createSale("1");
  const own: PaymentRequest = withOwnFields({ ...sale }, { loyaltyColor: "green" });
  assert.equal(Reflect.get(own, "loyaltyColor"), "green");

  const wrong: PaymentRequest[] = [
    // @ts-expect-error cardLast4 is misspelled.
    { ...sale, cardLastFour: "4242" },
    // @ts-expect-error An item has a name.
    { ...sale, items: [{ lineItemId: "1", title: "Bread" }] },
    // @ts-expect-error An amount is a number.
    { ...sale, amount: "1250" },
    // @ts-expect-error The misspelled field is none of the documented ones.
    withOwnFields({ ...sale, cardLastFour: "4242" }, {}),
    // @ts-expect-error taxAmount is documented, so it is no field of one's own.
    withOwnFields({ ...sale }, { taxAmount: 7 }),
  ];
  assert.equal(wrong.length, 5);
});
