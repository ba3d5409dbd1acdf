import { randomBytes } from "node:crypto";

/** Calls the API with a key, as a server somewhere else does. */
export async function callFromOutside(
  origin: string,
  key: string,
  path = "/payments/gateway_one/create",
): Promise<{ status: number; requestId: string }> {
  const unique = randomBytes(6).toString("hex");
  const payment = {
    receiptId: `r-${unique}`,
    transactionId: `t-${unique}`,
    transactionDate: "2026-11-20T09:30:00Z",
    merchantId: "shop-1",
    merchantName: "Corner Bakery",
    amount: 1250,
    recipientHashedPan: randomBytes(32).toString("hex"),
  };
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: path.endsWith("/create") ? "POST" : "GET",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(path.endsWith("/create") ? { body: JSON.stringify(payment) } : {}),
  });
  return { status: response.status, requestId: response.headers.get("x-request-id") ?? "" };
}
