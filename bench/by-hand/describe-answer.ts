import type { Answer } from "#lib/testing/api-client.ts";

/** Different at every call. */
const VARYING = /^(?:x-request-id|x-payment-id|x-ratelimit-re|retry-after|content-length|date)/;

/** Of the connection, which Fastify closes after a body that it did not read. */
const HOP_BY_HOP = ["connection", "keep-alive"];

export function describeHeaders({ headers }: Answer): Record<string, string> {
  const all = [...headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  return Object.fromEntries(
    // Fastify names the only charset that JSON has.
    all.map(([name, value]) => [
      name,
      VARYING.test(name) ? "varies" : value.replace("; charset=utf-8", ""),
    ]),
  );
}

/** The codes and counts of the answer, and the shape of the rest. */
export function describeBody({ body }: Answer): unknown {
  const { error, data } = body;
  return { shape: shapeOf(body), code: error?.code, delivered: data?.deliveredReceipts };
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, shapeOf(inner)]));
}
