import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { SplicedBody } from "./spliced-body.ts";

const placeholder = "PLACEHOLDERPLACEHOLDER00";
const nonce = "q0Xn7Yk2T5uVbA9cZr1e8g+/";

const bodies: [string, string][] = [
  ["nothing", ""],
  ["no place", "<p>€ 12.50</p>".repeat(1000)],
  ["one place", `<script nonce="${placeholder}"></script>`],
  ["nothing but places", placeholder.repeat(3)],
  [
    "places among long text",
    `${"á".repeat(70_000)}${placeholder}${"b".repeat(200_000)}${placeholder}`,
  ],
];

describe("a body with places for a nonce", () => {
  for (const [name, body] of bodies) {
    it(`has the nonce everywhere, compressed or not: ${name}`, () => {
      const spliced = new SplicedBody(Buffer.from(body), placeholder);
      const expected = body.replaceAll(placeholder, nonce);
      assert.equal(Buffer.concat(spliced.plain(nonce)).toString(), expected);
      assert.equal(gunzipSync(Buffer.concat(spliced.gzip(nonce))).toString(), expected);
      // The second time, from what the first one compressed.
      const other = nonce.toUpperCase();
      assert.equal(
        gunzipSync(Buffer.concat(spliced.gzip(other))).toString(),
        body.replaceAll(placeholder, other),
      );
      assert.equal(spliced.isConstant, !body.includes(placeholder));
    });
  }
});
