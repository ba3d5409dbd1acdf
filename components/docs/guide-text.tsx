import { compiler, type MarkdownToJSX } from "markdown-to-jsx/react";
import { isValidElement, type ReactNode } from "react";
import type { Guide, Sample } from "#lib/docs/contract.ts";
import { slugOf } from "#lib/docs/contract-slug.ts";
import { CodeSample } from "./code-sample.tsx";

/** The text of a guide below its title, in the style of the pages. */
export function GuideText({ guide: { text, samples } }: { guide: Guide }) {
  return (
    <div className="guide-text">
      {compiler(text, {
        overrides: { ...overrides, pre: { component: Fenced, props: { samples } } },
        slugify: (heading) => slugOf(heading),
        forceBlock: true,
        wrapper: null,
        disableParsingRawHTML: true,
      })}
    </div>
  );
}

type FencedProps = { samples: Sample[]; children: ReactNode };

/** Code, whose fence in the text says which sample it is. */
function Fenced({ samples, children }: FencedProps) {
  if (!isValidElement<{ children?: ReactNode }>(children)) return null;
  const sample = samples[Number(children.props.children)];
  return sample ? <CodeSample sample={sample} /> : null;
}

type HeadingProps = { id?: string | undefined; children?: ReactNode };

function Heading2({ id, children }: HeadingProps) {
  return (
    <h2 id={id}>
      <Anchor id={id}>{children}</Anchor>
    </h2>
  );
}

function Heading3({ id, children }: HeadingProps) {
  return (
    <h3 id={id}>
      <Anchor id={id}>{children}</Anchor>
    </h3>
  );
}

/** The address of a section, to copy from the heading itself. */
function Anchor({ id, children }: HeadingProps) {
  return <a href={`#${id}`}>{children}</a>;
}

/** Scrolls by itself where it is wider than the page; the keyboard can scroll it, too. */
function WideTable({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="guide-table guide-wide" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

const overrides: MarkdownToJSX.Overrides = { h2: Heading2, h3: Heading3, table: WideTable };
