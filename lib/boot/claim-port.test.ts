import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { claimPort, portError } from "./claim-port.ts";

describe("claimPort", () => {
  test("finds a port for 0 that can be listened on afterwards", async () => {
    const port = await claimPort({ port: 0, host: "127.0.0.1" });
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    server.close();
  });

  test("gets a port that is given back shortly after", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;

    const claimed = claimPort({ port, host: "127.0.0.1" });
    setImmediate(() => server.close());
    assert.equal(await claimed, port);
  });

  test("gives up on a port that stays in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;

    await assert.rejects(claimPort({ port, host: "127.0.0.1" }), {
      name: "StartError",
      message: new RegExp(`^port ${port} is in use`),
    });
    server.close();
  });
});

describe("portError", () => {
  const cases = [
    { port: 65_535, code: "EADDRINUSE", says: /PORT=65534/ },
    { port: 80, code: "EACCES", says: /may not listen on port 80/ },
    { port: 3000, code: "EADDRNOTAVAIL", says: /cannot listen on 10\.0\.0\.1, port 3000/ },
  ];
  for (const { port, code, says } of cases) {
    test(`${code} names the remedy`, () => {
      assert.match(portError({ port, host: "10.0.0.1" }, code).message, says);
    });
  }
});
