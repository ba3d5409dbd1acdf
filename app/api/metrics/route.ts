import { endpoint } from "#lib/http/endpoint.ts";
import { plainText } from "#lib/http/reply.ts";
import { metricsOperation } from "#lib/service/contract.ts";
import { readServiceMetrics } from "#lib/service/metrics.ts";

/** Prometheus's text format. */
const TYPE = "text/plain; version=0.0.4; charset=utf-8";

export const GET = endpoint(metricsOperation, async ({ headers }) =>
  plainText(await readServiceMetrics({ headers }), TYPE),
);
