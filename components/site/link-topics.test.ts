import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiDocument } from "#lib/service/openapi.ts";
import { type ApiDocument, listGroups, listTopics } from "./api-document.ts";
import { linkTopics } from "./link-topics.ts";

const plain = openApiDocument() as ApiDocument;
const linked = linkTopics(plain);

test("an endpoint or a field that names a topic links to it", () => {
  const endpoints = listGroups(linked).flatMap((group) => group.endpoints);
  const prepare = endpoints.find(({ operationId }) => operationId === "preparePayment");
  assert.match(prepare?.description ?? "", /See \[Sealed at the till\]\(#sealed-at-the-till\)\./);
  const { properties } = linked.components.schemas.PaymentRequest ?? {};
  assert.match(properties?.merchantLogo?.description ?? "", /See \[Logos\]\(#logos\)$/);
  assert.match(properties?.currency?.description ?? "", /list under \[Amounts\]\(#amounts\)/);
});

test("every link leads to a topic of the page, and nothing else has changed", () => {
  const ids = new Set(listTopics(linked).map(({ id }) => id));
  const text = JSON.stringify(linked);
  for (const [, id = ""] of text.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(ids.has(id), id);
  assert.equal(text.replace(/\[([^\]]+)\]\(#[^)]+\)/g, "$1"), JSON.stringify(plain));
});
