"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { flushSync } from "react-dom";
import { CopyButton } from "#components/ui/copy.tsx";
import { keepInPlace, placeOfKey } from "./tab-moves.ts";
import { useCodeLanguage } from "./use-code-language.ts";

type CodeTab = {
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
 * choice. Without scripts, all of them are there. Not Radix, whose panels have styles that the policy forbids. Where
 * React does not run, script/code-tabs.ts does the same to this markup.
 */
export function CodeTabs({ label = "Language", tabs }: CodeTabsProps) {
  const [chosen, choose] = useCodeLanguage();
  const active = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const ownId = useId();
  if (!active) return null;
  const isAlone = tabs.length === 1;

  function chooseHere(id: string, tab: Element) {
    keepInPlace(tab, () => flushSync(() => choose(id)));
  }
  function press(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === active?.id);
    const next = tabs[placeOfKey(event.key, at, tabs.length) ?? -1];
    const tab = next && document.getElementById(`${ownId}-${next.id}`);
    if (!next || !tab) return;
    event.preventDefault();
    chooseHere(next.id, tab);
    tab.focus({ preventScroll: true });
  }
  return (
    <div data-code-tabs="" className="min-w-0 border border-line bg-copy">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-dashed border-line pr-1 pl-4 md:min-h-9 noscript:hidden">
        {isAlone ? (
          <p className="text-xs text-muted">{active.title}</p>
        ) : (
          <div role="tablist" aria-label={label} className="flex flex-wrap gap-x-4 self-stretch">
            {tabs.map(({ id, title }) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`${ownId}-${id}`}
                data-language={id}
                aria-selected={id === active.id}
                aria-controls={`${ownId}-${id}-panel`}
                tabIndex={id === active.id ? 0 : -1}
                onClick={(event) => chooseHere(id, event.currentTarget)}
                onKeyDown={press}
                className="-mb-px cursor-pointer border-b-2 border-transparent text-xs focus-visible:-outline-offset-2 text-muted hover:text-ink aria-selected:border-pine aria-selected:font-medium aria-selected:text-ink"
              >
                {title}
              </button>
            ))}
          </div>
        )}
        <CopyButton text={active.code} label={`code: ${active.title}`} />
      </div>
      {tabs.map(({ id, title, content }) => (
        <div
          key={id}
          data-code-panel=""
          data-active={id === active.id ? "" : undefined}
          {...(isAlone
            ? {}
            : {
                role: "tabpanel",
                id: `${ownId}-${id}-panel`,
                "aria-labelledby": `${ownId}-${id}`,
              })}
          className="hidden border-line not-data-active:border-t data-active:block noscript:block"
        >
          <p className="hidden px-4 pt-3 text-xs text-muted noscript:block">{title}</p>
          {content}
        </div>
      ))}
    </div>
  );
}
