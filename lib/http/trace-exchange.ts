import { failSpan, inSpan, isTracing, noteOnSpan } from "#lib/traces/span.ts";
import type { Exchange } from "./exchange.ts";

/** Answers in a span of its own, below the one in the caller's `traceparent`. */
export function traceExchange(
  exchange: Exchange,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return answer();
  const { request, route, requestId } = exchange;
  const attributes = {
    "http.request.method": request.method,
    "http.route": route,
    "sealslip.request_id": requestId,
  };
  const traceparent = request.headers.get("traceparent");
  const options = { kind: "server", attributes, traceparent } as const;
  return inSpan(`${request.method} ${route}`, options, async () => {
    const response = await answer();
    noteOnSpan({ "http.response.status_code": response.status, ...describeExchange(exchange) });
    if (response.status >= 500) failSpan();
    return response;
  });
}

/** The caller and the payment, as far as they are known by now. */
function describeExchange({ caller, paymentId }: Exchange): Record<string, string> {
  const named = {
    "sealslip.organization_id": caller?.organizationId,
    "sealslip.environment": caller?.environment,
    "sealslip.payment_id": paymentId,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
