import type { CodeToken, Guide, GuideHeading, Sample } from "./contract.ts";
import { plainText, slugOf } from "./contract-slug.ts";
import { listSamples } from "./list-samples.ts";
import { readFences } from "./read-fences.ts";

type Highlight = (code: string, language: string) => CodeToken[][];

/** A guide in parts. Throws if it does not begin with a title. */
export function describeGuide(name: string, source: string, highlight: Highlight): Guide {
  const [, title, body] = /^# (.+)\n+([\s\S]*)$/.exec(source) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${name}.md has no title`);
  const { text, samples } = takeOutSamples(body, highlight);
  const summary = text.split("\n\n").find((block) => /^\w/.test(block)) ?? "";
  return {
    name,
    title: plainText(title),
    summary: plainText(summary),
    source,
    text,
    samples,
    headings: listHeadings(text),
  };
}

/** Leaves a fence `samples` with an index where code was. */
function takeOutSamples(body: string, highlight: Highlight) {
  const lines = body.split("\n");
  const found = listSamples(readFences(body));
  for (const [index, { start, end }] of [...found.entries()].toReversed()) {
    const indent = /^ */.exec(lines[start] ?? "")?.[0] ?? "";
    const left = ["```samples", String(index), "```"].map((line) => indent + line);
    lines.splice(start, end - start + 1, ...left);
  }
  const samples = found.map(
    ({ fences, output }): Sample => ({
      tabs: fences.map((fence) => ({
        language: fence.language,
        code: fence.code,
        lines: highlight(fence.code, fence.language),
        ...(fence.output === undefined ? {} : { output: fence.output }),
      })),
      ...(output === undefined ? {} : { output }),
    }),
  );
  return { text: lines.join("\n"), samples };
}

function listHeadings(text: string): GuideHeading[] {
  const seen = new Map<string, number>();
  return [...text.matchAll(/^(##|###) (.+)$/gm)].map(([, marks = "", heading = ""]) => {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    return { id, title: plainText(heading), depth: marks === "##" ? 2 : 3 };
  });
}
