import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readTarget } from "./request-target.ts";

describe("reads", () => {
  const targets: [string, string][] = [
    ["/", "/"],
    [
      "/api/v1/receipts/usr_1?limit=5&from=a%2Fb\\..",
      "/api/v1/receipts/usr_1?limit=5&from=a%2Fb\\..",
    ],
    ["/%61%50i/%7e%2D%5f%2e%39x", "/aPi/~-_.9x"],
    ["/a%20b/%C3%A9/%ED%A0%80", "/a%20b/%C3%A9/%ED%A0%80"],
    ["/half/%4", "/half/%4"],
    ["/%252e%252e/x", "/%252e%252e/x"],
    ["/.well-known/..a/b../...", "/.well-known/..a/b../..."],
    ["//x//y/", "//x//y/"],
    ["http://pay.example/a?b=c", "/a?b=c"],
    ["HTTPS://pay.example:8443?b=c", "/?b=c"],
    ["http://pay.example", "/"],
  ];
  for (const [sent, read] of targets) {
    test(sent, () => {
      assert.equal(readTarget(sent), read);
      assert.equal(readTarget(read), read, "what was read once is not read in another way");
    });
  }
});

describe("does not read", () => {
  const targets = [
    "",
    "*",
    "api",
    "/..",
    "/.",
    "/a/../b",
    "/a/./b",
    "/a/%2e%2E/b",
    "/a/.%2e",
    "/a/%%32e%%32e/b",
    "/a/%2%65%2%65/b",
    "/%6%31pi",
    "/a\\b",
    "/a%5Cb",
    "/a%2fb",
    "/a%2%66b",
    "/a#b",
    "/a\tb",
    "/caf\u00e9",
    "http:///a",
    "http://pay.example\\a",
    "http://pay.example/a/../b",
    "ftp://pay.example/a",
  ];
  for (const target of targets) {
    test(JSON.stringify(target), () => assert.equal(readTarget(target), undefined));
  }
});
