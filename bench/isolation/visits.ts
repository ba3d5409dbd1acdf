import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Hostile } from "./hostile.ts";
import { paymentFields } from "./payment-fields.ts";
import type { Send } from "./send.ts";

const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin", "X-Session": "visit" };

/** What a stranger may do in a visit of the demo. */
export const visits: Record<string, Hostile> = {
  "push services whose DNS is silent": {
    connections: 540,
    prepare: async (_, send) => {
      const headers = await startVisit(send);
      const userId = await register(send, headers);
      return () => ({
        method: "PUT",
        path: `/api/wallet/push-subscriptions/${userId}`,
        headers,
        body: {
          endpoint: `https://${randomBytes(8).toString("hex")}.push.example/x`,
          keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
        },
      });
    },
  },
  "a visit": {
    connections: 8,
    prepare: async (_, send) => {
      const headers = await startVisit(send);
      const { recipientHashedPan } = paymentFields();
      const pay = () => ({
        method: "POST" as const,
        path: "/api/v1/payments/gateway_one/create",
        headers,
        body: { ...paymentFields(), recipientHashedPan, amount: 980 },
      });
      const look = () => ({ path: "/api/demo/visit", headers });
      const join = () => ({
        method: "POST" as const,
        path: "/api/demo/visit/handover",
        headers,
        body: {},
      });
      const steps = [pay, look, join];
      let count = 0;
      return () => {
        count += 1;
        return (steps[count % steps.length] ?? look)();
      };
    },
  },
};

async function startVisit(send: Send): Promise<Record<string, string>> {
  const path = "/api/demo/visit";
  const { status, headers, body } = await send({
    method: "POST",
    path,
    headers: SAME_ORIGIN,
    body: {},
  });
  if (status !== 201) throw new Error(`no visit: ${status} ${body}`);
  return { ...SAME_ORIGIN, Cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
}

async function register(send: Send, headers: Record<string, string>): Promise<string> {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = {
    hashedPan: paymentFields().recipientHashedPan,
    publicKey: publicKey.export({ type: "spki", format: "pem" }),
    keyId: "k1",
  };
  const answer = await send({ method: "POST", path: "/api/v1/onboarding/register", headers, body });
  return JSON.parse(answer.body).data.userId;
}
