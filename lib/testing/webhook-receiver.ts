import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { setUp } from "./set-up.ts";

/** A delivery as it arrived. */
export type Arrived = { path: string; headers: Headers; body: string };

export type WebhookReceiver = {
  /** Where it listens, once the first test runs. */
  url: string;
  arrived: Arrived[];
  /** What it answers to a path: 204 where nothing is set. */
  answers: Map<string, { status: number; body?: string; headers?: Record<string, string> }>;
};

/** A receiver of webhooks in this process, for the tests of this suite. */
export function setUpWebhookReceiver(): WebhookReceiver {
  const receiver: WebhookReceiver = { url: "", arrived: [], answers: new Map() };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const chunks: Buffer[] = await request.toArray();
    const headers = new Headers(request.headers as Record<string, string>);
    receiver.arrived.push({ path, headers, body: Buffer.concat(chunks).toString() });
    const { status, body, headers: own } = receiver.answers.get(path) ?? { status: 204 };
    response.writeHead(status, own).end(body);
  });
  setUp(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  return receiver;
}
