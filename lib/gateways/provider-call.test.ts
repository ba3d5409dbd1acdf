import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { providerFetch } from "./provider-call.ts";
import { patientSignal } from "./testing/patient-signal.ts";

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("a redirect is not followed: what is sent stays with the address that was configured", async () => {
  const paths: string[] = [];
  await using server = await serve((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(307, { Location: "/elsewhere" }).end();
  });
  const send = providerFetch(patientSignal());
  await assert.rejects(send(`${server.url}/charge`, { method: "POST", body: "amount=1" }));
  assert.deepEqual(paths, ["/charge"]);
});

test("either signal ends the call, within the body too", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "Content-Length": 10 }).write("half");
  });
  for (const which of ["ours", "theirs"]) {
    const ours = new AbortController();
    const theirs = new AbortController();
    const response = await providerFetch(ours.signal)(server.url, { signal: theirs.signal });
    const body = response.text();
    (which === "ours" ? ours : theirs).abort();
    await assert.rejects(body, { name: "AbortError" });
  }
});
