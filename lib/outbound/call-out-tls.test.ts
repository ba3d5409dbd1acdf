import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { after, describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createCertificate, withUnverifiedTls } from "#lib/testing/certificates.ts";
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

/** Serves 200 over TLS on loopback until the end of the suite. */
async function serve(certificate: { key: string; cert: string }): Promise<number> {
  const server = createServer(certificate, (_request, response) => void response.end("ok"));
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe("a host over TLS", () => {
  const ports = setUp(async () => {
    const trusted = await createCertificate("shop.localhost");
    const expired = await createCertificate("shop.localhost", new Date(Date.now() - 1000));
    const unknown = await createCertificate("shop.localhost");
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, trusted.cert, expired.cert]);
    after(() => setDefaultCACertificates(before));
    return {
      trusted: await serve(trusted),
      expired: await serve(expired),
      unknown: await serve(unknown),
    };
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
    await once(server.listen(0, "127.0.0.1"), "listening");
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    await assert.rejects(callOut(`https://shop.localhost:${port}/`, call), refused);
  });

  test("that says nothing is left when the time is over", async () => {
    const server = createTcpServer(() => undefined);
    await once(server.listen(0, "127.0.0.1"), "listening");
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `https://shop.localhost:${port}/`;
    await assert.rejects(callOut(url, { ...call, timeoutMs: 300 }), { reason: "timeout" });
  });
});
