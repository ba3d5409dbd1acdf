"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { CopyButton } from "#components/ui/copy.tsx";
import { useCodeLanguage } from "./use-code-language.ts";

export type CodeTab = {
  /** The same for all tabs of a page that are chosen together. */
  id: string;
  title: string;
  /** What is copied. */
  code: string;
  content: ReactNode;
};

type CodeTabsProps = {
  /** For screen readers: what the tabs choose. */
  label?: string;
  /** At least one. */
  tabs: readonly CodeTab[];
};

/**
 * Code in several languages, of which the reader sees the one that was chosen last on any page; one alone has no
 * choice. Without scripts, all of them are there.
 */
export function CodeTabs({ label = "Language", tabs }: CodeTabsProps) {
  const [chosen, choose] = useCodeLanguage();
  const active = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  if (!active) return null;

  function chooseHere(id: string) {
    const list = document.activeElement;
    const before = list?.getBoundingClientRect().top ?? 0;
    flushSync(() => choose(id));
    // Code above changes its height, too: what was pressed stays where it is.
    window.scrollBy({
      top: (list?.getBoundingClientRect().top ?? 0) - before,
      behavior: "instant",
    });
  }
  return (
    <Radix.Root
      value={active.id}
      onValueChange={chooseHere}
      className="min-w-0 border border-line bg-copy"
    >
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-dashed border-line pr-1 pl-4 md:min-h-9 noscript:hidden">
        {tabs.length === 1 ? (
          <p className="text-xs text-muted">{active.title}</p>
        ) : (
          <Radix.List aria-label={label} className="flex gap-4 self-stretch">
            {tabs.map(({ id, title }) => (
              <Radix.Trigger
                key={id}
                value={id}
                className="-mb-px cursor-pointer border-b-2 border-transparent text-xs focus-visible:-outline-offset-2 text-muted hover:text-ink data-[state=active]:border-pine data-[state=active]:font-medium data-[state=active]:text-ink"
              >
                {title}
              </Radix.Trigger>
            ))}
          </Radix.List>
        )}
        <CopyButton text={active.code} label={`code: ${active.title}`} />
      </div>
      {tabs.map(({ id, title, content }) => (
        <Radix.Content
          key={id}
          value={id}
          forceMount
          tabIndex={-1}
          className="data-[state=inactive]:hidden noscript:data-[state=inactive]:block noscript:not-first:border-t noscript:not-first:border-line"
        >
          <p className="hidden px-4 pt-3 text-xs text-muted noscript:block">{title}</p>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
