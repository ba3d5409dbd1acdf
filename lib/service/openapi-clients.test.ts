import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { generateClients } from "#examples/clients/generate.ts";
import { openApiDocument } from "./openapi.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "clients-"));
  await generateClients(openApiDocument(), folder);
});
after(async () => await rm(folder, { recursive: true }));

/** Without what has a default, and with a field of the merchant's own. */
const payment = `{
  receiptId: "r-1",
  merchantId: "m-1",
  merchantName: "Corner Bakery",
  transactionId: "t-1",
  transactionDate: "2026-11-20T09:30:00",
  recipientHashedPan: "0".repeat(64),
  amount: 1250,
  merchantCity: null,
  taxes: [{ ratePercent: 7, amount: 82, code: "B" }],
  fiscal: null,
  tableNumber: 7,
}`;

const sealedPayment = `{
  receiptId: "r-1",
  merchantId: "m-1",
  transactionId: "t-1",
  transactionDate: "2026-11-20T09:30:00",
  recipientHashedPan: "0".repeat(64),
  amount: 1250,
  reservation: "rsv_1",
  sealedReceipt: {
    protected: "eyJlbmMiOiJBMjU2R0NNIn0",
    header: { alg: "RSA-OAEP-256", kid: "k-1" },
    encrypted_key: "key",
    iv: "iv",
    ciphertext: "ciphertext",
    tag: "tag",
    aad: "aad",
  },
}`;

const programs = {
  "openapi-typescript": `
    import type { components, paths } from "./types";
    type Receipts = paths["/api/v1/receipts/{userId}"]["get"];
    type Page = Receipts["responses"][200]["content"]["application/json"];
    export const payment: components["schemas"]["PaymentRequest"] = ${payment};
    type Create = paths["/api/v1/payments/{gateway}/create"]["post"];
    type Body = Create["requestBody"]["content"]["application/json"];
    export const bodies: Body[] = [payment, ${sealedPayment}];
    const loose = { ...${sealedPayment}, reservation: undefined };
    // @ts-expect-error: without a reservation it is neither form.
    export const neither: Body = loose;
    type Prepare = paths["/api/v1/payments/{gateway}/prepare"]["post"];
    type Prepared = Prepare["responses"][200]["content"]["application/json"];
    export const keysOf = ({ data }: Prepared): string[] =>
      data.reservations.flatMap(({ publicKey, otherKeys = [] }) => [
        publicKey,
        ...otherKeys.map((key) => key.publicKey),
      ]);
    export const queries: Receipts["parameters"]["query"][] = [{ limit: 5 }, {}, undefined];
    type Receipt = components["schemas"]["Receipt"];
    export const taxOf = (receipt: Receipt): number => receipt.taxes?.[0]?.amount ?? 0;
    export const articleOf = (receipt: Receipt): string => receipt.items?.[0]?.gtin ?? "";
    export function read({ data }: Page): string[] {
      return data.receipts.map(({ receiptId, createdAt }) => receiptId + createdAt);
    }`,
  "@hey-api/openapi-ts": `
    import { createPayment, listReceipts, preparePayment } from "./client";
    export async function pay(): Promise<string | undefined> {
      const { data } = await createPayment({ path: { gateway: "gateway_one" }, body: ${payment} });
      return data?.data.veroMetadata.paymentStatus;
    }
    const gateway = "gateway_one";
    export const sealed = createPayment({ path: { gateway }, body: ${sealedPayment} });
    const recipientHashedPan = "0".repeat(64);
    export const prepared = preparePayment({ path: { gateway }, body: { recipientHashedPan } });
    export const receipts = listReceipts({ path: { userId: "usr_1" }, query: { limit: 5 } });`,
};

for (const [generator, program] of Object.entries(programs)) {
  test(`a program with what ${generator} generates compiles under strict`, async () => {
    const file = join(folder, `${generator.replace(/\W/g, "-")}.ts`);
    await writeFile(file, program);
    const compiler = join(import.meta.dirname, "../../node_modules/.bin/tsc");
    const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
    const options = ["--strict", "--noEmit", "--target", "es2023", ...modules, "--types", ""];
    const { status, stdout } = spawnSync(compiler, [...options, file], {
      encoding: "utf8",
      cwd: folder,
    });
    assert.equal(status, 0, stdout);
  });
}
