import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { STRIPE_TEST_KEY } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { fillCardholders } from "#lib/testing/fill-cardholders.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { signInOverHttp } from "#lib/testing/sign-in-over-http.ts";
import type { DemoFile } from "#prisma/demo-file.ts";
import type { Target } from "./hostile.ts";

const PAYMENTS = 20_000;
const SPAN_MS = 30 * 24 * 60 * 60 * 1000;
/** Beside the one that it begins with: together they have the highest limit of an organization. */
const MORE_KEYS = 9;
const WEBHOOK_SECRET = "whsec_its_own";

/** Two organizations of the demo with data, keys, sessions, and a provider whose notifications they sign. */
export async function setUpTarget({
  url,
  dataDir,
  ownerUrl,
}: {
  url: string;
  dataDir: string;
  ownerUrl: string;
}): Promise<Target> {
  await fill(ownerUrl);
  const demo: DemoFile = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  const [merchant, issuer] = await Promise.all(
    (["merchant", "issuer"] as const).map(async (kind) => {
      const { [kind]: login } = demo.logins;
      const session = await signInOverHttp({ url }, login);
      const scopes = kind === "merchant" ? ["payments:write"] : ["onboarding:write"];
      const apiKeys = [demo.apiKeys[kind]];
      while (apiKeys.length <= MORE_KEYS) {
        const body = { name: `Key ${apiKeys.length}`, scopes };
        const { secret } = await call(url, session, "POST /api/console/api-keys", body);
        apiKeys.push(secret);
      }
      return { email: login.email, session, apiKeys };
    }),
  );
  if (!merchant || !issuer) throw new Error("there are two");

  const credentials = { secretKey: STRIPE_TEST_KEY, webhookSecret: WEBHOOK_SECRET };
  const connection = await call(
    url,
    merchant.session,
    "PUT /api/console/gateways/gateway_one",
    { provider: "stripe", credentials },
    // Payments of development go through the sandbox.
    "staging",
  );
  const webhook = { path: new URL(connection.webhookUrl).pathname, secret: WEBHOOK_SECRET };
  return { url, merchant, issuer, webhook };
}

async function fill(ownerUrl: string): Promise<void> {
  connectDatabase(ownerUrl);
  const { rows } = await pool().query<{ id: string; kind: string }>(
    "SELECT id, kind FROM organization WHERE name IN ('Demo Merchant', 'Demo Issuer')",
  );
  const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id ?? "";
  await fillPayments({ count: PAYMENTS, organizationId: idOf("merchant"), spanMs: SPAN_MS });
  await fillCardholders({ organizationId: idOf("issuer"), environment: "development" });
  await pool().query("ANALYZE");
  await closeDatabase();
}

async function call(
  url: string,
  session: string,
  operation: string,
  body: unknown,
  environment = "development",
) {
  const [method = "", path = ""] = operation.split(" ");
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      Cookie: session,
      "X-Environment": environment,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}
