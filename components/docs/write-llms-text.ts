import { guides } from "#docs/guides/README.md";

/** The list of the guides for language models (llmstxt.org). `origin` is where the service is reached. */
export function writeLlmsText(origin: string): string {
  const groups = guides.groups.map(({ title, guides: entries }) =>
    [
      `## ${title}`,
      "",
      ...entries.map(
        ({ name, label, question }) => `- [${label}](${origin}/docs/${name}.md): ${question}`,
      ),
    ].join("\n"),
  );
  return `${[
    "# Sealslip",
    "> Digital receipts that only the cardholder can read: sealed to the cardholder's key at the point of sale, opened on the cardholder's device. Every guide has code that runs, in curl, TypeScript, and Python.",
    ...groups,
    `## Reference\n\n- [OpenAPI document](${origin}/api/v1/openapi.json): every call, field, error, and event type\n- [Everything in one file](${origin}/llms-full.txt): all guides`,
  ].join("\n\n")}\n`;
}

/** All guides in the order of the navigation. */
export function writeFullText(): string {
  const names = guides.groups.flatMap((group) => group.guides.map(({ name }) => name));
  return names
    .flatMap((name) => guides.guides.filter((guide) => guide.name === name))
    .map(({ source }) => source.trimEnd())
    .join("\n\n---\n\n")
    .concat("\n");
}
