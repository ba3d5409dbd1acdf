import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { AppError } from "#lib/core/errors.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { refuseRequest } from "./refuse-request.ts";

for (const [code, title] of [
  ["rate_limit_exceeded", "Too many requests"],
  ["service_unavailable", "The service is busy"],
] as const) {
  test(`a browser reads why it has to wait: ${title}`, async (context) => {
    setTestConfig({});
    setLogDestination({ write: () => undefined });
    const error = new AppError(code, { message: "m", headers: { "Retry-After": "7" } });
    const server = createServer((request, response) => refuseRequest(request, response, { error }));
    await once(server.listen(0, "127.0.0.1"), "listening");
    context.after(() => server.close());
    const { port } = server.address() as AddressInfo;

    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: "text/html" } });
    const text = await page.text();
    assert.match(text, new RegExp(`<title>${title}</title><h1>${title}</h1>`));
    assert.match(text, /Try again in 7 seconds/);
  });
}
