"use client";

import { CodeTabs } from "#components/docs/code-tabs.tsx";
import { nameLanguage } from "#components/docs/language-name.ts";

type SamplesProps = {
  /** By language, in the order of the tabs; those that are undefined have none. */
  samples: Readonly<Record<string, string | undefined>>;
};

/** One call in several languages. */
export function Samples({ samples }: SamplesProps) {
  const tabs = Object.entries(samples).flatMap(([id, code]) =>
    code === undefined ? [] : [{ id, title: nameLanguage(id), code, content: <Code>{code}</Code> }],
  );
  return <CodeTabs tabs={tabs} />;
}

function Code({ children }: { children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-[26rem] overflow-y-auto px-4 py-3.5 font-mono text-xs leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap focus-visible:-outline-offset-2"
    >
      <code>{children}</code>
    </pre>
  );
}
