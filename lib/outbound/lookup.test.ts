import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type LookupFunction } from "node:net";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { listenOnLoopback } from "#lib/testing/listen-on-loopback.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { checkedLookup, findAddresses } from "./lookup.ts";

const PUBLIC = ["1.1.1.1", "2606:4700::1111"];

const refused = { name: "OutboundError", reason: "address_not_allowed" };

describe("a name", () => {
  test("leads to all of its addresses", async () => {
    assert.deepEqual(await findAddresses("hooks.example", "public", async () => PUBLIC), [
      { address: "1.1.1.1", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
  });

  for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"]) {
    test(`that leads to ${address} beside public ones is refused`, async () => {
      const resolve = async () => [...PUBLIC, address];
      await assert.rejects(findAddresses("hooks.example", "public", resolve), refused);
    });
  }

  for (const name of ["localhost", "LOCALHOST", "localhost.", "a.localhost", "a.localhost."]) {
    test(`such as ${name} is this machine, whatever DNS says`, async () => {
      await assert.rejects(
        findAddresses(name, "public", async () => PUBLIC),
        refused,
      );
      const [{ address }] = await findAddresses(name, "any", async () => PUBLIC);
      assert.equal(address, "127.0.0.1");
    });
  }

  test("without an address says so", async () => {
    const none = { name: "OutboundError", reason: "dns" };
    await assert.rejects(
      findAddresses("hooks.example", "public", async () => []),
      none,
    );
    const failing = () => Promise.reject(new Error("no name server"));
    await assert.rejects(findAddresses("hooks.example", "public", failing), none);
  });
});

describe("a connection", () => {
  const server = createServer((socket) => socket.end());
  const listening = setUp(() => listenOnLoopback(server));

  /** Where a connection to the name leads. */
  async function reach(lookup: LookupFunction): Promise<string | undefined> {
    const socket = connect({ host: "hooks.example", port: listening.port, lookup });
    try {
      await once(socket, "connect");
      return socket.remoteAddress;
    } finally {
      socket.destroy();
    }
  }

  test("goes to the address that was checked, whatever the name leads to next", async () => {
    const answers = ["127.0.0.1", "169.254.169.254"];
    const lookup = checkedLookup("any", async () => answers.splice(0, 1));
    assert.equal(await reach(lookup), "127.0.0.1");
    assert.deepEqual(answers, ["169.254.169.254"]);
    await assert.rejects(reach(lookup), refused);
  });

  test("is not opened to a name whose answer is not allowed", async () => {
    let connections = 0;
    server.on("connection", () => {
      connections += 1;
    });
    await assert.rejects(reach(checkedLookup("public", async () => ["127.0.0.1"])), refused);
    assert.equal(await reach(checkedLookup("any", async () => ["127.0.0.1"])), "127.0.0.1");
    assert.equal(connections, 1);
  });

  test("that tries no second address gets the first", async () => {
    const look = promisify(checkedLookup("public", async () => PUBLIC));
    assert.equal(await look("hooks.example", { all: false }), "1.1.1.1");
  });
});
