import type { SearchEntry } from "#lib/docs/contract-search.ts";
import { plainText } from "#lib/docs/contract-slug.ts";
import { type ApiDocument, listEvents, listGroups, listTopics } from "./api-document.ts";

const REFERENCE = "/docs/reference";

/** The topics, calls, and event types of the reference, as the search finds them. */
export function listReferenceEntries(document: ApiDocument): SearchEntry[] {
  const sections = document.info.description.split(/^## /m).slice(1);
  const topics = listTopics(document).map(({ title, id }, at) => ({
    id: `${REFERENCE}#${id}`,
    page: "API reference",
    heading: title,
    text: wordsOf(sections[at]?.slice(title.length) ?? ""),
  }));
  const calls = listGroups(document).flatMap(({ name, endpoints }) =>
    endpoints.map(({ operationId, method, path, summary, description = "", requestBody }) => ({
      id: `${REFERENCE}#${operationId}`,
      page: `API reference, ${name}`,
      heading: summary,
      text: [`${method} ${path}`, operationId, wordsOf(description), fieldsOf(requestBody)]
        .filter(Boolean)
        .join("\n"),
    })),
  );
  const events = listEvents(document).map(({ operationId, type, summary }) => ({
    id: `${REFERENCE}#${operationId}`,
    page: "Event type",
    heading: type,
    text: summary,
  }));
  return [...topics, ...calls, ...events];
}

function wordsOf(markdown: string): string {
  return markdown
    .split(/\n\n+/)
    .map((block) => plainText(block.replaceAll("|", " ")))
    .filter(Boolean)
    .join("\n");
}

type Body = ReturnType<typeof listGroups>[number]["endpoints"][number]["requestBody"];

/** The names of the fields that a call takes. */
function fieldsOf(body: Body): string {
  const schema = body?.content["application/json"].schema;
  return Object.keys(schema?.properties ?? {}).join(" ");
}
