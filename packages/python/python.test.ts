import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { z } from "zod";
import { openApiDocument } from "#lib/service/openapi.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember();
const testFolder = join(import.meta.dirname, "tests");
const files = readdirSync(testFolder).filter((file) => file.startsWith("test_"));

describe("the Python client", { skip: lacksCryptography(), concurrency: 2 }, () => {
  for (const file of files) {
    test(file, async () => {
      const env = { SEALSLIP_URL: service.url, SEALSLIP_API_KEY: await createTestKey() };
      await runPython(["-W", "error", join(testFolder, file)], env);
    });
  }

  for (const kind of ["Ed25519", "P-256"]) {
    test(`what is signed with ${kind} is proven`, async () => {
      const { organizationId } = developer;
      const program = join(testFolder, "signed_sale.py");
      const call = createConsoleClient(service, developer);
      const { body } = await call("POST", "/signing-keys/challenge");
      const made = await runPython([program, "prove", body.data.challenge, kind]);
      const { public_key: publicKey, private_key: privateKey, kid, proof } = JSON.parse(made);
      const key = { name: `Till with ${kind}`, publicKey, proof };
      const registered = await call("POST", "/signing-keys", { body: key });
      assert.equal(registered.status, 201, JSON.stringify(registered.body));
      assert.equal(registered.body.data.kid, kid);

      const checks = await runPython(["-W", "error", program, "sell"], {
        SEALSLIP_URL: service.url,
        SEALSLIP_API_KEY: await createTestKey({ organizationId }),
        SIGNING_KEY: privateKey,
        ORGANIZATION: organizationId,
      });
      const signed = { state: "signed", signer: kid, fields: [] };
      const bound = { ...signed, organization: organizationId };
      assert.deepEqual(JSON.parse(checks), [
        { ...signed, organization: null, made_up: [] },
        { ...bound, made_up: ["amount"] },
        { ...bound, made_up: ["items"] },
      ]);
    });
  }

  test("the fields are those of the document", async () => {
    const program = `
import json
from sealslip import fields
lists = [fields.PAYMENT_FIELDS, fields.REFUND_FIELDS, fields.ITEM_FIELDS]
print(json.dumps([sorted(one) for one in lists]))`;
    assert.deepEqual(JSON.parse(await runPython(["-c", program])), [
      namesOf("PaymentRequest", "SealedPaymentRequest"),
      namesOf("RefundRequest", "SealedRefundRequest"),
      namesOf("LineItem"),
    ]);
  });
});

test("each public operation has a call in the Python client", () => {
  const folder = join(import.meta.dirname, "sealslip");
  const sources = readdirSync(folder).filter((file) => file.endsWith(".py"));
  const text = sources.map((file) => readFileSync(join(folder, file), "utf8")).join("");
  const called = new Set(text.match(/(?<=")(GET|POST|PATCH|DELETE|PUT) \/api\/v1\/[^"]+/g));
  const { paths } = document.parse(openApiDocument());
  const offered = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith("/api/v1/") && path !== "/api/v1/openapi.json"
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
  assert.deepEqual([...called].sort(), offered.sort());
});

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const shape = z.object({ properties: z.record(z.string(), z.unknown()) });

function namesOf(...names: string[]): string[] {
  const { schemas } = document.parse(openApiDocument()).components;
  const all = names.flatMap((name) => Object.keys(shape.parse(schemas[name]).properties));
  return [...new Set(all)].sort();
}
