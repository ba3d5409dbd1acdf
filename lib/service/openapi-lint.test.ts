import assert from "node:assert/strict";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument();

test("Redocly has nothing to say about the document, with all of its recommended rules as errors", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "operation-description": "error",
      "tag-description": "error",
      "operation-tag-defined": "error",
      "no-duplicated-tag-names": "error",
      "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true },
      "info-contact": "error",
      "parameter-description": "error",
    },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  const texts = problems.map(
    ({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`,
  );
  assert.deepEqual(texts, []);
});

test("Spectral has nothing to say about the document, by all of its rules for OpenAPI", async () => {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, "all"]], rules: notOurs }));
  const problems = await spectral.run(structuredClone(document));
  assert.deepEqual(
    problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`),
    [],
  );
});

const notOurs = {
  // An SPDX identifier excludes it, by the specification.
  "license-url": "off",
  // Whoever runs the service; the document knows no more than the address.
  "contact-properties": "off",
  // In the order in which they are needed.
  "openapi-tags-alphabetical": "off",
};

test("the document is valid by the schema of the OpenAPI specification itself", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.deepEqual([valid, errors], [true, undefined]);
});

test("no pattern needs more of a regular expression than JSON Schema recommends", () => {
  // Named or Unicode classes, look-behind, and flags are what readers in other languages do not take.
  const patterns = JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g);
  for (const [, json = ""] of patterns) {
    assert.doesNotMatch(JSON.parse(json), /\\p\{|\(\?[^:]|\\[kbB]/, json);
  }
});
