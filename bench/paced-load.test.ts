import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { drawLines } from "./lines.ts";
import { runPacedLoad } from "./paced-load.ts";

test("calls at a rate count as accepted, refused, or failed", async () => {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    const [status, headers] = [
      [200, {}] as const,
      [503, { "Retry-After": "1" }] as const,
      [503, {}] as const,
    ][count % 3] ?? [500, {}];
    response.writeHead(status, { ...headers, "Content-Length": 2 }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stretches = await runPacedLoad({
    url: new URL(`http://127.0.0.1:${port}`),
    apiKey: "none",
    next: () => ({ method: "GET", path: "/" }),
    perSecond: 300,
    seconds: 0.2,
    stretchSeconds: 0.1,
    connections: 10,
  });
  server.closeAllConnections();
  server.close();
  const sum = (figure: "accepted" | "refused" | "failed") =>
    stretches.reduce((total, stretch) => total + stretch[figure], 0);
  const waiting = stretches.at(-1)?.waiting ?? assert.fail("there is a stretch");
  assert.ok(count >= 60 - waiting && count <= 60, `${count} calls`);
  assert.equal(sum("accepted") + sum("refused") + sum("failed") + waiting, 60);
  for (const figure of ["accepted", "refused", "failed"] as const) {
    assert.ok(sum(figure) >= 20 - waiting && sum(figure) <= 20, `${figure}: ${sum(figure)}`);
  }
});

test("lines keep within their fields, and titles are text", () => {
  const line = {
    title: "a < b",
    points: [
      [0, 0],
      [1, 50],
      [2, 100],
    ] as const,
  };
  const chart = drawLines("a & b", "a machine", [{ ...line, points: [...line.points] }]);
  assert.match(chart, /a &lt; b/);
  assert.match(chart, /aria-label="a &amp; b"/);
  const [, points = ""] = /<polyline class="line" points="([^"]+)"/.exec(chart) ?? [];
  assert.deepEqual(
    points.split(" ").map((point) => point.split(",").map(Number)),
    [
      [60, 166],
      [410, 121],
      [760, 76],
    ],
  );
});
