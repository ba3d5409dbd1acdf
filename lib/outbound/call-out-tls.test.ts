import assert from "node:assert/strict";
import { createServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createCertificate, withUnverifiedTls } from "#lib/testing/certificates.ts";
import { listenOnLoopback } from "#lib/testing/listen-on-loopback.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { callOut, type OutboundCall } from "./call-out.ts";

const call: OutboundCall = {
  method: "POST",
  headers: {},
  body: "",
  timeoutMs: 20_000,
  maxAnswerBytes: 100,
  reach: "any",
};

/** Serves 200 over TLS. */
async function serve(certificate: { key: string; cert: string }) {
  const server = createServer(certificate, (_request, response) => void response.end("ok"));
  server.on("tlsClientError", () => undefined);
  return await listenOnLoopback(server);
}

describe("a host over TLS", () => {
  const ports = setUp(async () => {
    const trusted = await createCertificate("shop.localhost");
    const expired = await createCertificate("shop.localhost", new Date(Date.now() - 1000));
    const unknown = await createCertificate("shop.localhost");
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, trusted.cert, expired.cert]);
    await using parts = new AsyncDisposableStack();
    parts.defer(() => setDefaultCACertificates(before));
    const ports = {
      trusted: parts.use(await serve(trusted)).port,
      expired: parts.use(await serve(expired)).port,
      unknown: parts.use(await serve(unknown)).port,
    };
    const kept = parts.move();
    return { ...ports, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  });
  const refused = { name: "OutboundError", reason: "tls" };

  test("is called by the name of its certificate", async () => {
    assert.equal((await callOut(`https://shop.localhost:${ports.trusted}/`, call)).status, 200);
  });

  test("is not called by another name, or by its address", async () => {
    await assert.rejects(callOut(`https://other.localhost:${ports.trusted}/`, call), refused);
    await assert.rejects(callOut(`https://127.0.0.1:${ports.trusted}/`, call), refused);
  });

  test("is not called with an expired certificate, or of an unknown authority", async () => {
    await assert.rejects(callOut(`https://shop.localhost:${ports.expired}/`, call), refused);
    await assert.rejects(callOut(`https://shop.localhost:${ports.unknown}/`, call), refused);
  });

  test("is verified even if the process is told not to", async () => {
    await withUnverifiedTls(async () => {
      await assert.rejects(callOut(`https://shop.localhost:${ports.unknown}/`, call), refused);
    });
  });

  test("that speaks no TLS has failed in it", async () => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    await using plain = await listenOnLoopback(server);
    await assert.rejects(callOut(`https://shop.localhost:${plain.port}/`, call), refused);
  });

  test("that says nothing is left when the time is over", async () => {
    await using silent = await listenOnLoopback(createTcpServer());
    const url = `https://shop.localhost:${silent.port}/`;
    await assert.rejects(callOut(url, { ...call, timeoutMs: 300 }), { reason: "timeout" });
  });
});
