import assert from "node:assert/strict";
import { test } from "node:test";
import { findInexactNumber } from "./inexact-number.ts";

const bodies: [json: string, field: string | undefined][] = [
  ['{"serial":12345678901234567890}', "serial"],
  ['{"a":{"b":[{"deep":-9007199254740993}]}}', "deep"],
  ['{"serial":9007199254740992}', undefined],
  ['{"serial":1e300}', undefined],
  ['{"serial":"12345678901234567890"}', undefined],
  ['{"price":1250}', undefined],
];

for (const [json, field] of bodies) {
  test(`${json}: ${field ?? "nothing"}`, () => assert.equal(findInexactNumber(json), field));
}
