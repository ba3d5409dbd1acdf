import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, test } from "node:test";
import { listenOnLoopback } from "#lib/testing/listen-on-loopback.ts";
import { runProgram } from "#lib/testing/spawn-program.ts";
import type { Reach } from "./address.ts";
import { createAgent, type OutboundAgent } from "./agent.ts";
import { callOut, type OutboundCall, requireAllowedHost } from "./call-out.ts";

const call: OutboundCall = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: '{"type":"ping"}',
  timeoutMs: 20_000,
  maxAnswerBytes: 4096,
  reach: "any",
};

let opened: AsyncDisposableStack;
beforeEach(() => {
  opened = new AsyncDisposableStack();
});
afterEach(() => opened.disposeAsync());

/** Closed at the end of the test. */
function openAgent(reach: Reach): OutboundAgent {
  return opened.adopt(createAgent(reach), (agent) => agent.close());
}

/** Serves HTTP on loopback until the end of the test. */
async function serve(listener: RequestListener): Promise<{ url: string; connections(): number }> {
  const server = createServer(listener);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  return { url: await listen(server), connections: () => connections };
}

/** Serves bytes on loopback until the end of the test. */
async function serveBytes(listener: (socket: Socket) => void): Promise<string> {
  return await listen(createTcpServer(listener));
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<string> {
  const { port } = opened.use(await listenOnLoopback(server));
  return `http://127.0.0.1:${port}`;
}

const textOf = (body: Uint8Array) => Buffer.from(body).toString();

describe("an address that is not allowed is not called", () => {
  const refused = [
    "not a url",
    "file:///etc/passwd",
    "ftp://1.1.1.1/1",
    "https://user:secret@hooks.example/1",
    "https://user@hooks.example/1",
    "http://127.0.0.1/1",
    "http://127.1/1",
    "http://127.0.0.1./1",
    "http://2130706433/1",
    "http://0x7f.1/1",
    "http://0x7f000001/1",
    "http://0177.0.0.1/1",
    "http://017700000001/1",
    "http://0/1",
    "http://10.0.0.1:8080/1",
    "http://１２７.0.0.1/1",
    "http://169.254.169.254/latest/meta-data",
    "http://0xa9fea9fe/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://[::]/1",
    "http://[::1]/1",
    "http://[0:0:0:0:0:0:0:1]/1",
    "http://[::ffff:a00:1]/1",
    "http://[::ffff:127.0.0.1]/1",
    "http://[::127.0.0.1]/1",
    "http://[64:ff9b::7f00:1]/1",
    "http://[64:ff9b:1::7f00:1]/1",
    "http://[2002:7f00:1::]/1",
    "http://[2001:0:4136:e378::1]/1",
    "http://[2001:db8::1]/1",
    "http://[fe80::1%25eth0]/1",
    "http://[fd00:ec2::254]/latest/meta-data",
    "http://localhost:5432/1",
  ];
  for (const url of refused) {
    test(url, async () => {
      const expected = { name: "OutboundError", reason: "address_not_allowed" };
      await assert.rejects(callOut(url, { ...call, reach: "public" }), expected);
      await assert.rejects(requireAllowedHost(url, "public"), expected);
    });
  }

  test("and the error does not name it", async () => {
    const error = await callOut("http://10.1.2.3/secret", { ...call, reach: "public" }).catch(
      (thrown: Error) => thrown,
    );
    assert.ok(error instanceof Error && !/10\.1\.2\.3|secret/.test(error.message));
  });
});

test("this machine is called where its loopback may be, by address and by name, and no other network", async () => {
  const { url } = await serve((_request, response) => void response.end("here"));
  const own: OutboundCall = { ...call, reach: "loopback" };
  for (const place of [url, url.replace("127.0.0.1", "localhost")]) {
    assert.equal((await callOut(place, own)).status, 200, place);
  }
  const refused = { reason: "address_not_allowed" };
  const named = url.replace("127.0.0.1", "hooks.example");
  assert.equal((await callOut(named, own, async () => ["127.0.0.1"])).status, 200);
  for (const address of ["10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "fd12::1"]) {
    await assert.rejects(
      callOut(named, own, async () => [address]),
      refused,
      address,
    );
  }
  await assert.rejects(callOut("http://192.168.1.1/", own), refused);
});

describe("an answer", () => {
  test("is what the host says to what it was sent", async () => {
    const seen: { request?: IncomingMessage; body?: string } = {};
    const { url } = await serve(async (request, response) => {
      seen.request = request;
      seen.body = Buffer.concat(await request.toArray()).toString();
      response.writeHead(202, { "X-Name": "value" }).end("taken");
    });
    const answer = await callOut(`${url}/hook?a=b`, call);
    assert.equal(answer.status, 202);
    assert.equal(answer.headers["x-name"], "value");
    assert.equal(textOf(answer.body), "taken");
    assert.ok(answer.durationMs >= 0);
    assert.equal(seen.request?.method, "POST");
    assert.equal(seen.request?.url, "/hook?a=b");
    assert.equal(seen.request?.headers["content-length"], "15");
    assert.equal(seen.request?.headers.host, new URL(url).host);
    assert.equal(seen.body, call.body);
  });

  for (const status of [301, 302, 307, 308]) {
    test(`with ${status} is not followed`, async () => {
      const { url, connections } = await serve((_request, response) => {
        response.writeHead(status, { Location: "/elsewhere" }).end();
      });
      assert.equal((await callOut(url, call)).status, status);
      assert.equal(connections(), 1);
    });
  }

  test("is cut off at its limit, and the connection closed", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((_request, response) => {
      response.on("close", closed.resolve);
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(1000)));
      };
      response.on("drain", write);
      write();
    });
    const { status, body, durationMs } = await callOut(url, call);
    assert.deepEqual([status, body.length], [200, 4096]);
    assert.ok(durationMs < call.timeoutMs, "it does not wait for the time to be over");
    await closed.promise;
  });

  test("is not read at all where nothing of it is wanted", async () => {
    const { url } = await serve((_request, response) => response.flushHeaders());
    const { status, body, durationMs } = await callOut(url, { ...call, maxAnswerBytes: 0 });
    assert.deepEqual([status, body.length], [200, 0]);
    assert.ok(durationMs < call.timeoutMs, "it does not wait for a body");
  });

  test("that drips is cut off when the time is over", async () => {
    const { url } = await serve((_request, response) => {
      const timer = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(timer));
    });
    const { status, body, durationMs } = await callOut(url, { ...call, timeoutMs: 300 });
    assert.equal(status, 200);
    assert.ok(body.length > 0 && body.length < 1000 && durationMs >= 290);
  });

  test("that breaks off counts by its status", async () => {
    const url = await serveBytes((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        setImmediate(() => socket.destroy());
      });
    });
    const { status, body } = await callOut(url, call);
    assert.deepEqual([status, textOf(body)], [200, "half"]);
  });
});

describe("without an answer", () => {
  const silent: Record<string, (socket: Socket) => void> = {
    "that takes the call and says nothing": () => undefined,
    "that drips its headers": (socket) => {
      const timer = setInterval(() => socket.write("X"), 10);
      socket.on("close", () => clearInterval(timer));
      socket.write("HTTP/1.1 200 OK\r\n");
    },
    "that only ever says to continue": (socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 10);
      socket.on("close", () => clearInterval(timer));
    },
  };
  for (const [name, listener] of Object.entries(silent)) {
    test(`a host ${name} is left when the time is over`, async () => {
      const url = await serveBytes(listener);
      await assert.rejects(callOut(url, { ...call, timeoutMs: 300 }), { reason: "timeout" });
    });
  }

  test("a name server that says nothing is left when the time is over", async () => {
    const silence = () => new Promise<string[]>(() => undefined);
    const options: OutboundCall = { ...call, timeoutMs: 300 };
    // Nothing else keeps this process alive.
    const timer = setTimeout(() => undefined, 60_000);
    await assert.rejects(callOut("http://hooks.example/", options, silence), { reason: "timeout" });
    clearTimeout(timer);
  });

  const broken: Record<string, string> = {
    "nothing, and the end": "",
    "another protocol": "SSH-2.0-OpenSSH_9.9\r\n",
    "a switch to another protocol":
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "endless headers": `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`,
    "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  };
  for (const [name, bytes] of Object.entries(broken)) {
    test(`a host that sends ${name} has failed`, async () => {
      const url = await serveBytes((socket) => socket.once("data", () => socket.end(bytes)));
      await assert.rejects(callOut(url, call), { reason: "connection" });
    });
  }

  test("a port on which nothing listens has failed", async () => {
    const server = await listenOnLoopback(createTcpServer());
    await server[Symbol.asyncDispose]();
    const failed = callOut(`http://127.0.0.1:${server.port}`, call);
    await assert.rejects(failed, { reason: "connection" });
  });

  test("a name without an address has failed", async () => {
    const failed = callOut("http://hooks.example/", call, async () => []);
    await assert.rejects(failed, { reason: "dns" });
  });

  test("a name of this network has failed before a connection", async () => {
    const { url, connections } = await serve((_request, response) => void response.end());
    const named = url.replace("127.0.0.1", "hooks.example");
    const resolve = async () => ["127.0.0.1"];
    const expected = { reason: "address_not_allowed" };
    await assert.rejects(callOut(named, { ...call, reach: "public" }, resolve), expected);
    assert.equal((await callOut(named, call, resolve)).status, 200);
    assert.equal(connections(), 1);
  });
});

describe("a connection", () => {
  test("goes through no proxy, whatever the environment says", async () => {
    const { url } = await serve((_request, response) => void response.end("direct"));
    const proxy = await serve((_request, response) => void response.end("a proxy"));
    const program = `
      import { createAgent } from "./lib/outbound/agent.ts";
      import { callOut } from "./lib/outbound/call-out.ts";
      const call = ${JSON.stringify(call)};
      const agent = createAgent("any");
      const url = ${JSON.stringify(url)};
      for (const options of [call, { ...call, agent }]) {
        console.log(Buffer.from((await callOut(url, options)).body).toString());
      }
      agent.close();`;
    const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.url, NO_PROXY: "", no_proxy: "" };
    const { stdout, stderr } = await runProgram("--input-type=module", ["--eval", program], env);
    assert.equal(stdout, "direct\ndirect\n", stderr);
    assert.equal(proxy.connections(), 0);
  });

  test("is closed after the answer without an agent, and kept with one", async () => {
    const { url, connections } = await serve((_request, response) => void response.end("ok"));
    await callOut(url, call);
    await callOut(url, call);
    assert.equal(connections(), 2);

    const agent = openAgent("any");
    for (let count = 0; count < 5; count += 1) await callOut(url, { ...call, agent });
    assert.equal(connections(), 3);
  });

  test("that was kept and is closed now is replaced", async () => {
    let answers = 0;
    const url = await serveBytes((socket) => {
      socket.once("data", () => {
        answers += 1;
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        socket.once("data", () => socket.resetAndDestroy());
      });
    });
    const agent = openAgent("any");
    const statuses = [
      await callOut(url, { ...call, agent }),
      await callOut(url, { ...call, agent }),
    ];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(answers, 2);
  });

  test("of an agent is checked when it is made, and lends itself to no other reach", async () => {
    const { url, connections } = await serve((_request, response) => void response.end("ok"));
    const named = url.replace("127.0.0.1", "hooks.example");
    const resolve = async () => ["127.0.0.1"];
    const [mine, open] = [openAgent("public"), openAgent("any")];
    assert.equal((await callOut(named, { ...call, agent: open }, resolve)).status, 200);
    const expected = { reason: "address_not_allowed" };
    const asPublic: OutboundCall = { ...call, reach: "public" };
    await assert.rejects(callOut(named, { ...asPublic, agent: mine }, resolve), expected);
    await assert.rejects(callOut(named, { ...asPublic, agent: open }, resolve), TypeError);
    assert.equal(connections(), 1);
  });
});
