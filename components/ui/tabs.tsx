"use client";

import * as Radix from "radix-ui/tabs";
import type { ReactNode } from "react";

type TabsProps = {
  /** The subject of the tabs. */
  label: string;
  tabs: readonly { id: string; title: string; content: ReactNode }[];
};

/** Views of one thing, side by side; the first is open. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Radix.Root {...(tabs[0] ? { defaultValue: tabs[0].id } : {})}>
      <Radix.List aria-label={label} className="flex gap-3 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-11 cursor-pointer border-b-2 border-transparent px-1 text-sm focus-visible:-outline-offset-2 whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-pine data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="pt-5">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
