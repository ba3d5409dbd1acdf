import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { type PageHeadersInput, pageHeaders } from "./page-headers.ts";

const nonce = "q0Xn7Yk2T5uVbA9cZr1e8g==";
const production: PageHeadersInput = { nonce, dev: false, tls: true, target: "/" };

describe("pageHeaders", () => {
  it("lets only the nonce's scripts run in production", () => {
    assert.deepEqual(sourcesOf("script-src", production), ["'self'", `'nonce-${nonce}'`]);
  });

  it("keeps inline styles, frames, plugins and foreign origins out in production", () => {
    assert.deepEqual(sourcesOf("default-src", production), ["'self'"]);
    assert.deepEqual(sourcesOf("connect-src", production), ["'self'"]);
    assert.deepEqual(sourcesOf("font-src", production), ["'self'"]);
    assert.deepEqual(sourcesOf("img-src", production), ["'self'", "data:", "blob:"]);
    assert.deepEqual(sourcesOf("object-src", production), ["'none'"]);
    assert.deepEqual(sourcesOf("base-uri", production), ["'none'"]);
    assert.deepEqual(sourcesOf("form-action", production), ["'self'"]);
    assert.deepEqual(sourcesOf("frame-ancestors", production), ["'none'"]);
  });

  it("lets styles in by the nonce, and the toasts' own by their digest", async () => {
    const digests = ["", await readToastStyles()].map((text) => {
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    });
    const allowed = ["'self'", `'nonce-${nonce}'`, ...digests];
    assert.deepEqual(sourcesOf("style-src", production), allowed);
  });

  it("loosens the policy for the development server alone", () => {
    const development = { nonce, dev: true, tls: false, target: "/" };
    assert.ok(sourcesOf("script-src", development)?.includes("'unsafe-eval'"));
    assert.ok(!sourcesOf("script-src", development)?.includes("'unsafe-inline'"));
    assert.ok(sourcesOf("connect-src", development)?.includes("ws:"));
    assert.doesNotMatch(policyOf({ ...production, tls: false }), /unsafe|ws:/);
  });

  it("asks for TLS only behind TLS", () => {
    const plain = { nonce, dev: false, tls: false, target: "/" };
    assert.equal(pageHeaders(plain)["strict-transport-security"], undefined);
    assert.equal(sourcesOf("upgrade-insecure-requests", plain), undefined);
    assert.equal(pageHeaders(production)["strict-transport-security"], "max-age=31536000");
    assert.deepEqual(sourcesOf("upgrade-insecure-requests", production), []);
  });

  it("says nosniff, no frames, a short referrer and no devices", () => {
    const headers = pageHeaders(production);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "strict-origin-when-cross-origin");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.match(headers["permissions-policy"] ?? "", /camera=\(\).*payment=\(\)/);
  });

  for (const [target, camera] of [
    ["/wallet", "camera=(self)"],
    ["/wallet?demo", "camera=(self)"],
    ["/wallet/claim", "camera=(self)"],
    ["/", "camera=()"],
    ["/claim", "camera=()"],
    ["/wallets", "camera=()"],
    ["/merchant/wallet", "camera=()"],
  ] as const) {
    it(`gives ${target} ${camera}`, () => {
      const policy = pageHeaders({ ...production, target })["permissions-policy"];
      assert.equal(policy, `${camera}, geolocation=(), microphone=(), payment=(), usb=()`);
    });
  }

  for (const bad of [
    "",
    "short",
    `${nonce}; script-src *`,
    `${nonce}' 'unsafe-inline`,
    `${nonce}\r\nx: y`,
  ]) {
    it(`refuses the nonce ${JSON.stringify(bad)}`, () => {
      assert.throws(() => pageHeaders({ ...production, nonce: bad }), RangeError);
    });
  }
});

async function readToastStyles(): Promise<string> {
  const text = await readFile(new URL(import.meta.resolve("sonner")), "utf8");
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(text)?.[1] ?? "";
  return JSON.parse(literal);
}

function policyOf(input: PageHeadersInput): string {
  return pageHeaders(input)["content-security-policy"] ?? "";
}

function sourcesOf(directive: string, input: PageHeadersInput): string[] | undefined {
  for (const part of policyOf(input).split(";")) {
    const [name, ...sources] = part.trim().split(" ");
    if (name === directive) return sources;
  }
  return undefined;
}
