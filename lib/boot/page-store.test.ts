import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, beforeEach, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createFrontDoor } from "./front-door.ts";

let server: Server;
/** What was asked of Next. */
const asked: { target: string; headers: IncomingHttpHeaders }[] = [];

const publicFiles = new Set(["/mark.svg"]);

const longText = "<p>receipt</p>".repeat(20_000);

before(() => setLogDestination({ write: () => undefined }));
// Each test begins with an empty store.
beforeEach(async () => {
  setTestConfig({ TRUSTED_PROXIES: "1" });
  asked.length = 0;
  const options = {
    api: () => undefined,
    pages: answer,
    dev: false,
    behindProxy: true,
    publicFiles,
  };
  server?.close();
  server = createServer(createFrontDoor(options)).listen(0, "127.0.0.1");
  await once(server, "listening");
});
after(() => server.close());

/** As Next does. */
function answer({ url = "", headers }: IncomingMessage, response: ServerResponse) {
  asked.push({ target: url, headers });
  const [, nonce] = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"])) ?? [];
  if (url.startsWith("/missing")) response.statusCode = 404;
  if (url.startsWith("/_next/static/")) {
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Content-Type", "application/javascript; charset=UTF-8");
    return void response.end(longText);
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("ETag", '"of this nonce"');
  response.write(`<script nonce="${nonce}"></script>`);
  response.end(`${longText}<script nonce="${nonce}">${headers.cookie ?? ""}</script>`);
}

describe("a page is rendered once", () => {
  test("and each visitor gets it with a nonce of its own", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask("/sign-in")));
    const nonces = new Set(
      answers.map(({ headers, body }) => {
        const [, nonce = ""] =
          /script-src 'self' 'nonce-([^']{24})'/.exec(String(headers["content-security-policy"])) ??
          [];
        const inBody = [...body.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value);
        assert.deepEqual(inBody, [nonce, nonce]);
        assert.equal(headers.etag, undefined);
        return nonce;
      }),
    );
    assert.equal(nonces.size, 5);
    assert.equal(asked.length, 1);
  });

  test("from nothing that belongs to a visitor", async () => {
    const headers = {
      cookie: "next-auth.session-token=secret; sealslip.theme=dark; __prerender_bypass=1",
      authorization: "Bearer secret",
      "user-agent": "secret",
      "x-forwarded-for": "192.0.2.1",
      "x-middleware-subrequest": "secret",
      "content-security-policy": "script-src 'nonce-secret'",
    };
    const { body } = await ask("/sign-in", headers);
    assert.deepEqual(Object.keys(asked[0]?.headers ?? {}).sort(), [
      "content-security-policy",
      "cookie",
      "host",
    ]);
    assert.equal(asked[0]?.headers.cookie, "sealslip.theme=dark");
    assert.doesNotMatch(JSON.stringify(asked) + body, /secret/);
  });

  test("for each theme, query, and host", async () => {
    for (let round = 0; round < 2; round += 1) {
      await ask("/wallet");
      await ask("/wallet", { cookie: "sealslip.theme=light" });
      await ask("/wallet", { cookie: "sealslip.theme=none" });
      await ask("/wallet?demo");
      await ask("/wallet", { host: "receipts.example" });
    }
    assert.equal(asked.length, 4);
  });

  test("for each language of the wallet's pages, chosen or preferred by the browser", async () => {
    for (const path of ["/wallet", "/claim", "/sign-in"]) {
      for (let round = 0; round < 2; round += 1) {
        await ask(path, { "accept-language": "de-AT,de;q=0.9,en;q=0.8" });
        await ask(path, { "accept-language": "en", cookie: "sealslip.language=de" });
        await ask(path, { "accept-language": "de", cookie: "sealslip.language=en" });
        await ask(path, { "accept-language": "ja", "x-page-language": "de" });
      }
    }
    assert.deepEqual(
      asked.map(({ target, headers }) => [target, headers["x-page-language"]]),
      [
        ["/wallet", "de"],
        ["/wallet", undefined],
        ["/claim", "de"],
        ["/claim", undefined],
        ["/sign-in", undefined],
      ],
    );
  });

  test("a part of a page gets the language that the front door finds", async () => {
    await ask("/wallet", { rsc: "1", "accept-language": "de", "x-page-language": "fr" });
    assert.equal(asked[0]?.headers["x-page-language"], "de");
  });

  test("whatever the query of a page that reads none", async () => {
    for (const query of ["", "?a", "?b=1"]) await ask(`/docs/reference${query}`);
    assert.deepEqual(
      asked.map(({ target }) => target),
      ["/docs/reference"],
    );
  });

  test("whatever the host where BASE_URL says it", async () => {
    setTestConfig({ BASE_URL: "https://receipts.example" });
    for (const host of ["a.example", "b.example"]) await ask("/wallet", { host });
    assert.deepEqual(
      asked.map(({ headers }) => headers.host),
      ["receipts.example"],
    );
  });

  test("for a request that only looks like one of Next's router", async () => {
    for (const header of ["next-x", "next-url", "next-router-prefetch", "next-action"]) {
      await ask("/docs/reference", { [header]: "1" });
    }
    for (const header of ["x-nextjs-data", "x-nextjs-y"]) {
      await ask("/docs/reference", { [header]: "1" });
    }
    await ask("/docs/reference", { rsc: "2" });
    assert.equal(asked.length, 1);
  });

  test("for POST, too", async () => {
    for (const method of ["GET", "POST", "POST"]) await ask("/docs/reference", {}, method);
    assert.equal(asked.length, 1);
  });

  test("for HTTP and HTTPS, however that is spelled", async () => {
    for (const protocol of ["http", "x", "y", "https", "https,http", "https, x"]) {
      await ask("/docs/reference", { "x-forwarded-proto": protocol });
    }
    assert.deepEqual(
      asked.map(({ headers }) => headers["x-forwarded-proto"]),
      [undefined, "https"],
    );
  });

  test("for the four hosts that were asked for last", async () => {
    for (const name of ["a", "b", "c", "d", "a", "e", "a"]) {
      await ask("/wallet", { host: `${name}.example` });
    }
    assert.equal(asked.length, 5, "a was never forgotten");
    await ask("/wallet", { host: "b.example" });
    assert.equal(asked.length, 6, "b was the oldest");
  });

  for (const path of ["/_next/static/a.js", "/mark.svg"]) {
    test(`and a file once for all hosts, themes, and queries: ${path}`, async () => {
      await ask(path, { cookie: "sealslip.theme=dark" });
      await ask(path, { host: "a.example", "x-forwarded-proto": "https" });
      await ask(`${path}?v=1`, { rsc: "1" });
      assert.deepEqual(
        asked.map(({ target }) => target),
        [path],
      );
    });
  }

  for (const [name, path, headers] of [
    ["a part of a page", "/wallet", { rsc: "1", "next-router-prefetch": "1" }],
    ["a missing page", "/missing", {}],
    ["a sign-in", "/api/auth/session", {}],
  ] as const) {
    test(`but not ${name}`, async () => {
      await ask(path, headers);
      await ask(path, headers);
      assert.equal(asked.length, 2);
    });
  }
});

describe("a stored answer", () => {
  test("is compressed for those that take it", async () => {
    const plain = await ask("/sign-in");
    for (const accepted of ["gzip", "br, gzip;q=0.5", "GZIP"]) {
      const { headers, bytes } = await ask("/sign-in", { "accept-encoding": accepted });
      assert.equal(headers["content-encoding"], "gzip");
      assert.equal(headers.vary, "Accept-Encoding");
      assert.equal(gunzipSync(bytes).length, plain.bytes.length);
    }
    for (const refused of ["identity", "br", "gzip;q=0"]) {
      const { headers } = await ask("/sign-in", { "accept-encoding": refused });
      assert.equal(headers["content-encoding"], undefined);
    }
  });

  test("to HEAD is its head", async () => {
    const { status, headers, bytes } = await ask("/sign-in", {}, "HEAD");
    assert.equal(status, 200);
    assert.equal(bytes.length, 0);
    assert.equal(headers["content-length"], String((await ask("/sign-in")).bytes.length));
  });

  test("that is the same for all is not sent to a browser that has it", async () => {
    const { headers, bytes } = await ask("/_next/static/a.js");
    assert.equal(bytes.toString(), longText);
    const again = await ask("/_next/static/a.js", { "if-none-match": `"x", ${headers.etag}` });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.match(String(again.headers["cache-control"]), /immutable/);
    assert.equal(asked.length, 1);
  });
});

describe("pages that have to be rendered", () => {
  const from = (address: string) => ({ "x-forwarded-for": address, rsc: "1" });

  test("are limited for each address, and stored ones are not", async () => {
    setTestConfig({ TRUSTED_PROXIES: "1", RATE_LIMITS: '{"pages":3}' });
    await ask("/sign-in", { "x-forwarded-for": "192.0.2.80" });
    const answers = [];
    for (const method of ["GET", "HEAD", "POST"]) {
      answers.push(await ask("/wallet", from("192.0.2.80"), method));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429],
    );

    const browser = { ...from("192.0.2.80"), accept: "text/html,*/*" };
    const page = await ask("/wallet", browser);
    assert.equal(page.status, 429);
    assert.match(String(page.headers["retry-after"]), /^\d+$/);
    assert.match(page.body, /^<!DOCTYPE html>.*Too many requests/);
    assert.ok(page.bytes.length < 500);
    assert.equal(JSON.parse(answers[2]?.body ?? "").error.code, "rate_limit_exceeded");

    assert.equal((await ask("/wallet", from("192.0.2.81"))).status, 200);
    assert.equal((await ask("/sign-in", { "x-forwarded-for": "192.0.2.80" })).status, 200);
    const file = await ask("/_next/static/b.js", { "x-forwarded-for": "192.0.2.80" });
    assert.equal(file.status, 200, "a limit of its own");
    const signIn = await ask("/api/auth/csrf", { "x-forwarded-for": "192.0.2.80" });
    assert.equal(signIn.status, 200, "a limit of its own");
  });
});

async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const options = { host: "127.0.0.1", port, path, headers, method, agent: false };
  const [response] = await once(httpRequest(options).end(), "response");
  const bytes = await buffer(response);
  return {
    status: response.statusCode as number,
    headers: response.headers as IncomingHttpHeaders,
    bytes,
    body: bytes.toString(),
  };
}
