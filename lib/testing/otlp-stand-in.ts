import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
};

type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** Stands in for an OpenTelemetry collector that takes JSON over HTTP. */
export type OtlpStandIn = AsyncDisposable & {
  url: string;
  /** All that was sent, as it came. */
  received: Sent[];
  spans(): SentSpan[];
};

export async function startOtlpStandIn(): Promise<OtlpStandIn> {
  const received: Sent[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/v1/traces") received.push((await json(request)) as Sent);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      received
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
