import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { drawPng } from "#lib/testing/draw-picture.ts";
import { checkLogo, checkLogoUri, MAX_LOGO_BYTES } from "./logo.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** The header of a JPEG: JFIF, a table, a padded marker, and the frame. */
const jpeg = (size: string, frame = "ffc0") =>
  bytes(`ffd8 ffe0 0004 0000 ffc4 0003 00 ffff ${frame.slice(2)} 0011 08 ${size} 03`);
const webp = (chunk: string, rest: string) =>
  Buffer.concat([bytes("52494646 00000000 57454250"), Buffer.from(chunk), bytes(rest)]);
const size = "must be at most 512 by 512 pixels";
const kind = "must be a PNG, JPEG, or WebP picture";

describe("by its bytes", () => {
  const fit: [string, string, Buffer][] = [
    ["PNG", "image/png", drawPng({ width: 512, height: 1 })],
    ["JPEG", "image/jpeg", jpeg("0200 0200")],
    ["progressive JPEG", "image/jpeg", jpeg("0001 0200", "ffc2")],
    ["lossy WebP", "image/webp", webp("VP8 ", "00000000 000000 9d012a 0002 0002")],
    ["lossless WebP", "image/webp", webp("VP8L", "00000000 2f ffc17f00")],
    ["extended WebP", "image/webp", webp("VP8X", "0a000000 00000000 ff0100 ff0100")],
  ];
  for (const [name, type, picture] of fit) {
    test(`${name}`, () => {
      const check = checkLogo(picture);
      assert.ok(check.state === "valid", JSON.stringify(check));
      assert.equal(check.uri, `data:${type};base64,${picture.toString("base64")}`);
      assert.deepEqual(checkLogoUri(check.uri), check);
    });
  }

  const unfit: [string, Buffer, string][] = [
    ["nothing", Buffer.alloc(0), kind],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), kind],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000"), kind],
    ["a PNG that ends in its header", drawPng().subarray(0, 20), kind],
    ["a PNG that is too wide", drawPng({ width: 513 }), size],
    ["a PNG that is too tall", drawPng({ height: 513 }), size],
    ["a PNG of no size", drawPng({ width: 0 }), kind],
    ["a JPEG without a frame", bytes("ffd8 ffda 0003 00"), kind],
    ["a JPEG that ends before its frame", bytes("ffd8 ffe0 0100 00"), kind],
    ["a JPEG that is too tall", jpeg("0201 0200"), size],
    ["a lossy WebP that is too wide", webp("VP8 ", "00000000 000000 9d012a 0102 0002"), size],
    ["a lossless WebP that is too wide", webp("VP8L", "00000000 2f 00c27f00"), size],
    ["an extended WebP that is too tall", webp("VP8X", "0a000000 00000000 ff0100 000200"), size],
    ["a WebP of another kind", webp("ICCP", "00".repeat(30)), kind],
    ["one byte too many", Buffer.alloc(MAX_LOGO_BYTES + 1), "must be at most 24 KB"],
  ];
  for (const [name, picture, reason] of unfit) {
    test(`not ${name}`, () => {
      assert.deepEqual(checkLogo(picture), { state: "refused", reason });
    });
  }

  test("a picture of exactly the largest size", () => {
    const rest = MAX_LOGO_BYTES - drawPng({ padding: 1 }).length + 1;
    const largest = drawPng({ padding: rest });
    assert.equal(largest.length, MAX_LOGO_BYTES);
    assert.equal(checkLogo(largest).state, "valid");
  });
});

describe("as a data URI", () => {
  const base64 = drawPng().toString("base64");
  const notUri = "must be a data URI of a picture in base64";
  const notPlain = "must name the type of the picture and be plain base64";
  const unfit: [string, string, string][] = [
    ["a link", "https://shop.example/logo.png", notUri],
    ["a script", "javascript:alert(1)", notUri],
    ["text", `data:text/html;base64,${base64}`, notUri],
    ["an unencoded picture", "data:image/svg+xml,<svg/>", notUri],
    ["an SVG", `data:image/svg+xml;base64,${btoa("<svg/>")}`, kind],
    ["no base64", "data:image/png;base64,%%%", kind],
    ["another type than its bytes", `data:image/jpeg;base64,${base64}`, notPlain],
    ["SVG as the type of a PNG", `data:image/svg+xml;base64,${base64}`, notPlain],
    [
      "blanks in between",
      `data:image/png;base64,${base64.slice(0, 8)} ${base64.slice(8)}`,
      notPlain,
    ],
    ["far too much", `data:image/png;base64,${"A".repeat(200_000)}`, "must be at most 24 KB"],
  ];
  for (const [name, uri, reason] of unfit) {
    test(`not ${name}`, () => {
      assert.deepEqual(checkLogoUri(uri), { state: "refused", reason });
    });
  }
});
