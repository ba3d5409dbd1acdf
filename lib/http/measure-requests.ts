import type { Server } from "node:http";
import { counter, gauge, histogram, isCounting } from "#lib/metrics/instruments.ts";
import type { Exchange } from "./exchange.ts";

const answered = counter({
  name: "sealslip_http_requests_total",
  help: "Requests to the API that were answered",
  labels: ["method", "route", "status"],
});

const durations = histogram({
  name: "sealslip_http_request_duration_seconds",
  help: "How long requests to the API took until their answer began",
  labels: ["method", "route"],
  bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** Counts an answer. */
export function measureRequest(
  { request: { method }, route }: Pick<Exchange, "request" | "route">,
  status: number,
  durationMs: number,
): void {
  if (!isCounting()) return;
  answered.add(method, route, String(status));
  durations.observe(durationMs / 1000, method, route);
}

/** Counts the requests in progress, pages included. */
export function measureLoad(server: Server): void {
  const load = { requests: 0 };
  server.prependListener("request", (_request, response) => {
    load.requests += 1;
    response.once("close", () => {
      load.requests -= 1;
    });
  });
  gauge(
    {
      name: "sealslip_http_requests_in_flight",
      help: "Requests that are being answered, for pages, too",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: load.requests, of: [] }],
  );
}
