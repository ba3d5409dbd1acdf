import { compiler, type MarkdownToJSX, RuleType } from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import type { Guide } from "#lib/docs/contract.ts";
import { slugOf } from "#lib/docs/contract-slug.ts";
import { CodeSample } from "./code-sample.tsx";
import { GuideTable } from "./guide-table.tsx";

/** The text of a guide below its title, in the style of the pages. */
export function GuideText({ guide: { text, samples } }: { guide: Guide }) {
  return (
    <div className="guide-text">
      {compiler(text, {
        overrides: { h2: Heading2, h3: Heading3 },
        renderRule(next, node, renderChildren, state) {
          if (node.type === RuleType.codeBlock) {
            const sample = samples[Number(node.text)];
            return sample ? <CodeSample key={state.key} sample={sample} /> : null;
          }
          if (node.type !== RuleType.table) return next();
          const render = (nodes: MarkdownToJSX.ASTNode[]) => renderChildren(nodes, state);
          return <GuideTable key={state.key} node={node} render={render} />;
        },
        slugify: (heading) => slugOf(heading),
        forceBlock: true,
        wrapper: null,
        disableParsingRawHTML: true,
      })}
    </div>
  );
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
