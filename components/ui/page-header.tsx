import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Menu } from "./menu.tsx";
import type { MenuEntry } from "./menu-entry.ts";

export type PageMenu = {
  entries: readonly MenuEntry[];
  /** While one of its actions is running. */
  pending?: boolean;
};

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** The actions of the page, the most likely first. */
  actions?: ReactNode;
  /** The actions that few visits need; beside the title on a phone. */
  menu?: PageMenu;
};

export function PageHeader({ title, description, actions, menu }: PageHeaderProps) {
  return (
    <header className="relative flex flex-wrap items-end gap-x-2 gap-y-4">
      <div className="min-w-0 grow basis-full md:mr-6 md:basis-72">
        <h1 className={`text-2xl font-medium tracking-[-0.02em] ${menu ? "max-md:mr-13" : ""}`}>
          {title}
        </h1>
        {description ? (
          <p className="mt-1 max-w-[72ch] text-sm text-muted text-pretty">{description}</p>
        ) : null}
      </div>
      {actions || menu ? (
        <div className="flex flex-wrap gap-2 max-md:contents">
          {actions}
          {menu ? <MoreActions {...menu} /> : null}
        </div>
      ) : null}
    </header>
  );
}

function MoreActions({ entries, pending = false }: PageMenu) {
  return (
    <div className="max-md:absolute max-md:-top-1.5 max-md:right-0">
      <Menu
        entries={entries}
        trigger={
          <Button
            look="secondary"
            icon={Ellipsis}
            aria-label="More actions"
            className="max-md:border-transparent max-md:bg-transparent max-md:px-3 md:px-2.5"
            pending={pending}
          />
        }
      />
    </div>
  );
}
