import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { type Comparison, formatRow, isIsolated } from "./judge.ts";
import { type Figures, measureVictim } from "./victim.ts";

const figures = (p50Ms: number, failed = 0): Figures => ({
  payments: 10,
  p50Ms,
  p99Ms: 50,
  failed,
});
const comparison = (beside: Figures): Comparison => {
  return { kind: "pages", idle: figures(5), beside, statuses: { 200: 3, 429: 1 } };
};

describe("a tenant is isolated from a caller", () => {
  const cases: [string, Figures, boolean, string][] = [
    ["that costs it nothing", figures(5), true, "1.0 | 0"],
    ["that costs it as much as it may", figures(40), true, "8.0 | 0"],
    ["that costs it more", figures(41), false, "**8.2** | 0"],
    ["that costs it a payment", figures(5, 1), false, "**1.0** | **1**"],
  ];
  for (const [name, beside, isTrue, printed] of cases) {
    test(`${isTrue ? "yes" : "no"}: from one ${name}`, () => {
      assert.equal(isIsolated(comparison(beside)), isTrue);
      const row = formatRow(comparison(beside));
      assert.ok(row.includes(`| ${printed} | 200: 3, 429: 1 |`), row);
    });
  }
});

test("answers of 5xx and lost connections count as failed, and slow ones take their time", async () => {
  let count = 0;
  const addresses = new Set<string | undefined>();
  const server = createServer((request, response) => {
    count += 1;
    addresses.add(request.socket.remoteAddress);
    if (count % 3 === 0) return void response.destroy();
    request.resume().on("end", () => {
      setTimeout(() => response.writeHead(count % 3 === 1 ? 201 : 503).end(), 20);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const measured = await measureVictim({ url: `http://127.0.0.1:${port}`, apiKey: "none" }, 0.5);
  server.closeAllConnections();
  server.close();
  assert.deepEqual([...addresses], ["127.0.0.2"]);
  assert.equal(measured.payments, count);
  assert.ok(measured.failed > 0 && measured.failed < count);
  assert.ok(measured.p99Ms >= 20);
});
