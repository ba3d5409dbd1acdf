"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Later, loadedLater, loadOnce, preload } from "#components/ui/later.tsx";
import { areShortcutsOn } from "#components/ui/shortcut-choice.ts";
import type { ConsoleEntry } from "./current-console.tsx";
import type { NavGroup } from "./navigation.tsx";

type ShortcutsProps = { entry: ConsoleEntry; nav: readonly NavGroup[] };

const loadPalette = loadOnce(async () => (await import("./command-palette.tsx")).CommandPalette);
const preparePalette = () => preload(loadPalette);
const ShortcutSheet = loadedLater(
  async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet,
  { place: "over" },
);

/** How long the second key of "g p" may take. */
const SEQUENCE_MS = 1500;

/** The keys that work on every page, and what they open; its code is fetched when it is needed. */
export function Shortcuts({ entry, nav }: ShortcutsProps) {
  const [open, setOpen] = useState<"palette" | "sheet">();
  const router = useRouter();
  const goUntil = useRef(0);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (!isPalette && (isBusy(event) || !areShortcutsOn())) return;
    const isSecond = event.timeStamp < goUntil.current;
    goUntil.current = event.key === "g" ? event.timeStamp + SEQUENCE_MS : 0;
    const href = isSecond ? pageOf(nav, event.key) : undefined;
    const run = isPalette
      ? () => setOpen(open === "palette" ? undefined : "palette")
      : href
        ? () => router.push(href)
        : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  const keys: Partial<Record<string, () => void>> = {
    "?": () => setOpen("sheet"),
    "/": () => (focusSearch() ? undefined : setOpen("palette")),
    j: () => moveRow(1),
    k: () => moveRow(-1),
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const show = () => setOpen("palette");
    document.addEventListener("keydown", listen);
    document.addEventListener(OPEN_PALETTE, show);
    return () => {
      document.removeEventListener("keydown", listen);
      document.removeEventListener(OPEN_PALETTE, show);
    };
  }, []);

  const close = () => setOpen(undefined);
  return (
    <>
      {open === "palette" ? (
        <Later load={loadPalette} place="over">
          {(CommandPalette) => <CommandPalette entry={entry} nav={nav} onClose={close} />}
        </Later>
      ) : null}
      {open === "sheet" ? <ShortcutSheet nav={nav} onClose={close} /> : null}
    </>
  );
}

const OPEN_PALETTE = "sealslip-open-palette";

type SearchButtonProps = { look: "field" | "icon"; onOpen?: () => void };

/** Opens the palette for those who do not know its keys. */
export function SearchButton({ look, onOpen }: SearchButtonProps) {
  const isField = look === "field";
  return (
    <button
      type="button"
      aria-label="Search and commands"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
      onClick={() => {
        onOpen?.();
        document.dispatchEvent(new Event(OPEN_PALETTE));
      }}
      className={
        isField
          ? "flex min-h-9 w-full cursor-pointer items-center gap-2 border border-edge px-3 text-sm text-muted hover:border-ink hover:text-ink"
          : "grid size-11 shrink-0 cursor-pointer place-items-center hover:bg-ink/6"
      }
    >
      <Search aria-hidden="true" className={isField ? "size-4 shrink-0" : "size-5"} />
      {isField ? (
        <>
          <span className="grow text-left">Search</span>
          <kbd className="font-mono text-2xs">Ctrl K</kbd>
        </>
      ) : null}
    </button>
  );
}

/** Whether the key belongs to something else: to a field, to an open dialog or menu, or to the browser. */
function isBusy({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true;
  if (document.querySelector("[role=dialog], [role=menu]")) return true;
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

function pageOf(nav: readonly NavGroup[], key: string): string | undefined {
  return nav.flatMap(({ entries }) => entries).find(({ shortcut }) => shortcut === key)?.href;
}

/** Whether there is a search on the page. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  return field !== null;
}

function moveRow(steps: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr > :first-child a")];
  const current = document.activeElement?.closest("tr")?.querySelector("a");
  const index = current ? rows.indexOf(current) : -1;
  rows[index === -1 ? 0 : Math.min(Math.max(index + steps, 0), rows.length - 1)]?.focus();
}
