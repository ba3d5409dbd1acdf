"use client";

import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Later, loadOnce, preload } from "#components/ui/later.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { isSearchKey } from "./search-key.ts";

const loadDialog = loadOnce(async () => (await import("./search-dialog.tsx")).SearchDialog);
const prepareDialog = () => preload(loadDialog);

/** Search over the documentation: a button, `/`, and Ctrl or Command with K. What it needs is loaded when it is used. */
export function DocsSearch() {
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        data-opens="search"
        aria-label="Search the documentation"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
        aria-disabled={!hydrated || undefined}
        onPointerEnter={prepareDialog}
        onFocus={prepareDialog}
        onClick={() => setOpen(true)}
        className="flex size-11 shrink-0 cursor-pointer items-center justify-center gap-2 text-sm text-muted hover:text-ink sm:min-h-9 sm:w-56 sm:border sm:border-edge sm:px-3 sm:hover:border-ink md:h-9 noscript:hidden"
      >
        <Search aria-hidden="true" className="size-5 shrink-0 sm:size-4" />
        <span className="grow text-left max-sm:hidden">Search</span>
        <kbd className="font-mono text-2xs max-sm:hidden">/</kbd>
      </button>
      {open ? (
        <Later load={loadDialog} place="over">
          {(SearchDialog) => <SearchDialog onClose={() => setOpen(false)} />}
        </Later>
      ) : null}
    </>
  );
}
