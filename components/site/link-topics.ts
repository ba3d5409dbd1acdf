import { type ApiDocument, listTopics } from "./api-document.ts";

/** The same document, in whose descriptions "See Logos" and the like are links to that topic. */
export function linkTopics(document: ApiDocument): ApiDocument {
  const topics = new Map(listTopics(document).map(({ title, id }) => [title, id]));
  const mention = new RegExp(`\\b([Ss]ee|under) (${[...topics.keys()].join("|")})\\b`, "g");
  const link = (_: string, word: string, title: string) =>
    `${word} [${title}](#${topics.get(title)})`;
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === "description" && typeof value === "string" ? value.replace(mention, link) : value,
  );
}
