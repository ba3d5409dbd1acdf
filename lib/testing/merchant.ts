import { createHmac } from "node:crypto";
import Stripe from "stripe";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import { type Answer, type ApiClient, createApiClient, paymentBody } from "./api-client.ts";
import { connectTestGateway } from "./connect-test-gateway.ts";
import { createConsoleClient, createTestMember } from "./console-client.ts";
import {
  createTestKey,
  createTestOrganization,
  startTestService,
  type TestService,
} from "./test-service.ts";

export const STRIPE_SECRET = "whsec_test_of_notifications";
export const SQUARE_KEY = "square-signature-key";
export const NOTIFICATION_URL = "https://receipts.example/square";

export type MerchantPayment = {
  gateway: GatewayName;
  body: Record<string, unknown>;
  paymentId: string;
  orderId: string;
  clientSecret: string;
  status: string;
};

/** A merchant connected to stand-ins of Stripe and Square, which sign what they tell. */
export async function startMerchant({
  service: shared,
  env = {},
}: {
  service?: TestService;
  env?: Record<string, string>;
} = {}) {
  const parts = new AsyncDisposableStack();
  const service = shared ?? (await startService(parts, env));
  const member = await createTestMember();
  const { organizationId } = member;
  const connections = await connectStandIns(organizationId);
  const api = createApiClient(service, await createTestKey({ organizationId }));

  const deliver = async (
    gateway: GatewayName,
    body: string,
    headers: Record<string, string>,
    connectionId = connections[gateway],
  ): Promise<Answer> => {
    const url = `${service.url}/api/gateways/${gateway}/${connectionId}/webhook`;
    const response = await fetch(url, { method: "POST", headers, body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const repeat = ({ gateway, body }: Pick<MerchantPayment, "gateway" | "body">) =>
    api.post(`/payments/${gateway}/create`, { body });

  return {
    service,
    organizationId,
    connections,
    api,
    console: createConsoleClient(service, member),
    deliver,
    repeat,
    signSquare,
    async pay(gateway: GatewayName, fields: Record<string, unknown>): Promise<MerchantPayment> {
      const body = paymentBody(fields);
      const payment = await api.call("POST /api/v1/payments/{gateway}/create", {
        params: { gateway },
        body,
      });
      return { gateway, body, ...payment, status: payment.veroMetadata.paymentStatus };
    },
    get: ({ gateway, paymentId }: MerchantPayment) =>
      api.call("GET /api/v1/payments/{gateway}/{paymentId}", { params: { gateway, paymentId } }),
    deliverStripe(payload: string, { at = Math.floor(Date.now() / 1000) } = {}) {
      return deliver("gateway_one", payload, { "Stripe-Signature": signStripe(payload, at) });
    },
    deliverSquare(payload: string) {
      const signature = signSquare(payload);
      return deliver("gateway_two", payload, { "x-square-hmacsha256-signature": signature });
    },
    async countEvents(eventId: string): Promise<number> {
      const { rows } = await pool().query(
        "SELECT count(*)::int AS count FROM gateway_event WHERE event_id = $1",
        [eventId],
      );
      return rows[0].count;
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function startService(
  parts: AsyncDisposableStack,
  env: Record<string, string>,
): Promise<TestService> {
  const stripe = parts.use(await startStripeStandIn());
  const square = parts.use(await startSquareStandIn());
  const addresses = { STRIPE_API_BASE: stripe.url, SQUARE_API_BASE: square.url };
  const service = await startTestService({ ...addresses, GATEWAY_TIMEOUT_MS: "5000", ...env });
  parts.defer(() => service.close());
  return service;
}

/** Connects the organization to the stand-ins of both providers. */
export async function connectStandIns(
  organizationId: string,
): Promise<Record<GatewayName, string>> {
  const tenant = { organizationId, environment: "development" } as const;
  return {
    gateway_one: await connectTestGateway(tenant, "gateway_one", "stripe", {
      secretKey: STRIPE_TEST_KEY,
      webhookSecret: STRIPE_SECRET,
    }),
    gateway_two: await connectTestGateway(tenant, "gateway_two", "square", {
      accessToken: SQUARE_TEST_TOKEN,
      locationId: SQUARE_TEST_LOCATION,
      webhookSignatureKey: SQUARE_KEY,
      notificationUrl: NOTIFICATION_URL,
    }),
  };
}

/** A merchant that is connected to Stripe alone, by its key. */
export async function createStripeMerchant(service: Pick<TestService, "url">): Promise<ApiClient> {
  const organizationId = await createTestOrganization();
  const tenant = { organizationId, environment: "development" } as const;
  await connectTestGateway(tenant, "gateway_one", "stripe", { secretKey: STRIPE_TEST_KEY });
  return createApiClient(service, await createTestKey({ organizationId }));
}

/** Stripe's signature of a notification. */
export function signStripe(payload: string, timestamp = Math.floor(Date.now() / 1000)): string {
  const signed = { payload, secret: STRIPE_SECRET, timestamp };
  return Stripe.webhooks.generateTestHeaderString(signed);
}

/** Square's signature of a notification. */
export function signSquare(payload: string, key = SQUARE_KEY): string {
  return createHmac("sha256", key).update(`${NOTIFICATION_URL}${payload}`).digest("base64");
}
