import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { fuzzSeed } from "#lib/testing/fuzz/runs.ts";

type Sent = { method: string; path: string; headers: Record<string, string>; body: string };

const RUNS = 250;

const pages = [
  "/",
  "/docs/reference",
  "/docs/escrow",
  "/docs/escrow.md",
  "/docs/files/none",
  "/sign-in",
  "/demo",
  "/wallet",
  "/wallet/receipts/pay_0",
  "/claim",
  "/terminal",
  "/merchant",
  "/merchant/payments/pay_0",
  "/merchant/webhooks/whe_0",
  "/issuer/cardholders/usr_0",
  "/mail",
  "/og.png",
  "/wallet/manifest.webmanifest",
  "/_next/data/build/index.json",
  "/_next/static/chunks/none.js",
  "/.well-known/security.txt",
  "/missing",
];

const text = fc.string({ unit: "binary-ascii", maxLength: 40 }).map(encodeURIComponent);
const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);

const path = fc
  .tuple(
    fc.oneof(
      anyOf(...pages),
      fc.array(text, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`),
    ),
    anyOf(
      "",
      "/",
      "//",
      "/%",
      "/%ff",
      "/%00",
      "/[x]",
      "/(console)",
      "/_next",
      "/__nextjs",
      ".rsc",
      ".txt",
    ),
    fc.oneof(
      anyOf("", "?", "?_rsc=x", "?__nextLocale=de", "?next=%", "?x[]=1&x[y]=2"),
      text.map((q) => `?${q}`),
    ),
  )
  .map((parts) => parts.join(""));

const printable = fc
  .array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

/** What Next's router and its server read, in and out of shape. */
const value = fc.oneof(
  anyOf("1", "0", "", "null", "[]", "{}", "%5B%22%22%5D", "[[[[", "/_tree", "/_index", "utf-16"),
  anyOf(
    '["",{"children":["__PAGE__",{}]},null,null,true]',
    '["",{"children":["__PAGE__",{}]}]',
    '["",{"children":["(account)",{"children":["sign-in",{}]}]},null,"refetch"]',
    '["x",{"children":[["a","b","d",null],{"y":["__PAGE__",{}]}]}]',
    `[${'"",['.repeat(500)}`,
    "x".repeat(4000),
  ),
  printable,
);
const names = [
  "rsc",
  "next-action",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-hmr-refresh",
  "next-url",
  "next-resume",
  "x-nextjs-data",
  "x-nextjs-postponed",
  "x-nextjs-request-id",
  "x-middleware-subrequest",
  "x-middleware-rewrite",
  "x-middleware-set-cookie",
  "x-middleware-override-headers",
  "x-matched-path",
  "x-invoke-path",
  "x-invoke-status",
  "x-invoke-error",
  "x-now-route-matches",
  "x-prerender-revalidate",
  "x-forwarded-host",
  "x-forwarded-proto",
  "host",
  "accept",
  "accept-encoding",
  "cookie",
  "if-none-match",
  "if-modified-since",
  "range",
  "user-agent",
  "purpose",
  "origin",
];
const cookies = fc.oneof(
  value,
  anyOf("sealslip.theme=%", "sealslip.theme=dark", "__prerender_bypass=1; __next_preview_data=x"),
  anyOf("next-auth.session-token=x", `a=${"b".repeat(6000)}`, ";;=;=", "=".repeat(3000)),
);
const headers = fc
  .record({ own: fc.dictionary(anyOf(...names), value, { maxKeys: 6 }), isOfRouter: fc.boolean() })
  .map(({ own, isOfRouter }) => (isOfRouter ? { ...own, rsc: "1" } : own));

const requests: fc.Arbitrary<Sent> = fc
  .record({
    method: anyOf("GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "OPTIONS"),
    path,
    headers,
    cookie: fc.option(cookies),
    type: anyOf(
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "x",
    ),
    body: fc.oneof(anyOf("", "--x", '["$K1"]', "1_$ACTION_ID_0=1", "a=%"), printable),
  })
  .map(({ cookie, type, body, headers: own, ...rest }) => ({
    ...rest,
    body: rest.method === "POST" ? body : "",
    headers: {
      ...own,
      ...(cookie === null ? {} : { cookie }),
      ...(rest.method === "POST" ? { "content-type": type } : {}),
    },
  }));

test("no request for a page is answered with 500, nor left without an answer", async ({
  baseURL,
}) => {
  const answers = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const status = await send(baseURL ?? "", sent);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: RUNS, seed: fuzzSeed },
  );
  // Otherwise the pages were never reached.
  expect([...answers.keys()]).toEqual(expect.arrayContaining([200, 404, 405]));
});

async function send(
  origin: string,
  { method, path: target, headers: own, body }: Sent,
  isRedirected = false,
): Promise<number> {
  const { hostname, port } = new URL(origin);
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  const outgoing = request({
    hostname,
    port,
    method,
    path: target,
    headers: { ...own, ...length },
    agent: false,
  });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  await buffer(response);
  const { location } = response.headers;
  // To the address at which Next answers its router: what it says of its headers is checked.
  if (response.statusCode === 307 && !isRedirected && location?.startsWith("/")) {
    return await send(origin, { method, path: location, headers: own, body }, true);
  }
  return response.statusCode;
}
