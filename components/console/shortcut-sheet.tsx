"use client";

import { Dialog } from "#components/ui/dialog.tsx";
import { ShortcutField } from "#components/ui/shortcut-field.tsx";
import type { NavGroup } from "./navigation.tsx";

/** All the keys, and the switch that turns the single ones off. */
export function ShortcutSheet({ nav, onClose }: { nav: readonly NavGroup[]; onClose: () => void }) {
  const pages = nav.flatMap(({ entries }) =>
    entries.flatMap(({ label, shortcut }) =>
      shortcut ? [{ keys: ["g", shortcut], what: label }] : [],
    ),
  );
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" width="wide">
      <dl className="grid gap-x-8 text-sm md:grid-cols-2">
        {[...everywhere, ...pages].map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 border border-edge bg-copy px-1.5 text-center font-mono text-xs leading-6"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-dashed border-line pt-3">
        <ShortcutField hint="Ctrl K always works." />
      </div>
    </Dialog>
  );
}

const everywhere = [
  { keys: ["Ctrl", "K"], what: "Search and commands" },
  { keys: ["/"], what: "Search this page" },
  { keys: ["j"], what: "Next row" },
  { keys: ["k"], what: "Previous row" },
  { keys: ["Enter"], what: "Open the row" },
  { keys: ["x"], what: "X-ray: what the service cannot read" },
  { keys: ["?"], what: "This list" },
];
