import fc from "fast-check";
import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { absurdBodies } from "./absurd-bodies.ts";
import { disturbed, type KnownValues, strangeText, valuesOf } from "./values.ts";

export type FuzzRequest = {
  method: string;
  /** Path and query, as they are sent. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

const nothing = z.object({});

/** Calls of one operation, from valid to nonsense. */
export function requestsOf(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      params: disturbed(valuesOf(operation.params ?? nothing, known)),
      query: disturbed(valuesOf(operation.query ?? nothing, known)).map(writeQuery),
      oddity: fc.option(fc.constantFrom(...queryOddities), { freq: 4, nil: "" }),
      headers: headersOf(operation, known),
      body: operation.method === "GET" ? fc.constant(undefined) : bodiesOf(operation, known),
    })
    .map(({ params, query, oddity, headers, body }) => ({
      method: operation.method,
      target: `${writePath(operation.path, params)}${query}${query === "" ? oddity.replace("&", "?") : oddity}`,
      headers: body ? { ...headers, ...body.headers } : headers,
      body: body?.bytes,
    }));
}

/** What parsers of queries have understood differently. */
const queryOddities = [
  "&",
  "&=",
  "&&&=&",
  "&limit=1&limit=2",
  "&limit[]=1&limit[a]=2",
  "&__proto__=1&constructor=2",
  "&%",
  "&%00=%00",
  "&cursor=%ED%A0%80",
  "&a=b;c=d?e=f",
  "&x=1".repeat(2000),
];

// What Node refuses to send at all is tried on the socket instead.
const headerText = fc.oneof(
  fc.string({ maxLength: 300 }),
  strangeText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "")),
);

const commonHeaders = [
  "X-Environment",
  "X-Merchant-Signature",
  "X-API-Key",
  "X-Session",
  "X-Forwarded-For",
  "X-Request-Id",
  "Cookie",
  "Origin",
  "Sec-Fetch-Site",
  "User-Agent",
  "Accept",
  "Accept-Language",
  "Content-Encoding",
  "If-None-Match",
  "Range",
  "traceparent",
];

function headersOf(operation: Operation, known: KnownValues): fc.Arbitrary<Record<string, string>> {
  const named = Object.keys(operation.headers?.shape ?? {});
  const optional = [...commonHeaders, ...named];
  return fc
    .tuple(
      fc.subarray(optional, { maxLength: 2 }),
      fc.array(headerText, { minLength: 2, maxLength: 2 }),
    )
    .map(([names, texts]) => ({
      "X-Environment": known.environment?.[0] ?? "development",
      ...Object.fromEntries(names.map((name, place) => [name, texts[place] ?? ""])),
    }));
}

type Body = { bytes: Buffer; headers: Record<string, string> };

function bodiesOf(operation: Operation, known: KnownValues): fc.Arbitrary<Body> {
  const json = disturbed(valuesOf(operation.body ?? nothing, known)).map((value) =>
    Buffer.from(JSON.stringify(value) ?? ""),
  );
  const absurd = fc.constantFrom(...absurdBodies).map(([, text]) => Buffer.from(text));
  const types = fc.oneof(
    { weight: 12, arbitrary: fc.constant("application/json") },
    fc.constantFrom("text/plain", "application/json; charset=latin1", "multipart/form-data", ""),
  );
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: json }, damaged(json), absurd), types)
    .map(([bytes, type]) => ({ bytes, headers: { "Content-Type": type } }));
}

/** Bytes that are no longer JSON, or not the JSON that they look like. */
function damaged(json: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(json, fc.constantFrom(...damages), fc.nat(), fc.uint8Array({ maxLength: 8 }))
    .map(([bytes, damage, place, noise]) =>
      damage(bytes, place % (bytes.length + 1), Buffer.from(noise)),
    );
}

type Damage = (bytes: Buffer, place: number, noise: Buffer) => Buffer;

const damages: Damage[] = [
  (bytes, place) => bytes.subarray(0, place),
  (bytes, place, noise) => Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.from(bytes.toString().replace("{", '{"receiptId":1,"receiptId":"twice",')),
  (bytes) => Buffer.from(bytes.toString(), "utf16le"),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (_bytes, place) => Buffer.from("[".repeat(place * 50)),
  (_bytes, place) =>
    Buffer.from(
      JSON.stringify(Object.fromEntries(Array.from({ length: place * 3 }, (_, i) => [`k${i}`, i]))),
    ),
  (bytes, place) => Buffer.concat([bytes, Buffer.alloc(place * 2000, " ")]),
];

function writePath(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = readMember(params, name);
    return encodeLoosely(asText(value)) || "none";
  });
}

function writeQuery(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeLoosely(name)}=${encodeLoosely(asText(value))}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

// A lone surrogate has no encoding of its own: its bytes are sent instead.
function encodeLoosely(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}
