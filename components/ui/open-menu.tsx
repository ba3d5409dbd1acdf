"use client";

import { Check } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import type { MenuEntry, MenuProps } from "./menu-entry.ts";

type OpenMenuProps = MenuProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The list of a menu, and its button once more: Radix returns the focus to it. */
export function OpenMenu({
  trigger,
  entries,
  align = "end",
  side = "bottom",
  open,
  onOpenChange,
}: OpenMenuProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto min-w-52 border border-line bg-slip py-1 text-sm text-ink shadow-xl motion-safe:animate-fade-in"
        >
          {entries.map((entry) => (
            <Entry key={keyOf(entry)} entry={entry} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function keyOf(entry: MenuEntry): string {
  return entry.kind === "line" ? "line" : `${entry.kind}:${entry.label}`;
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === "line") {
    return <Radix.Separator className="my-1 border-t border-dashed border-line" />;
  }
  if (entry.kind === "heading") {
    return <Radix.Label className="px-3 pt-2 pb-1 text-xs text-muted">{entry.label}</Radix.Label>;
  }
  if (entry.kind === "choice") return <Choice {...entry} />;
  if (entry.kind === "toggle") return <Toggle {...entry} />;

  const { label, icon: Icon, danger = false, disabled = false, onSelect } = entry;
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={`${row} ${danger ? "text-alarm" : ""}`}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 opacity-80" /> : null}
      {label}
    </Radix.Item>
  );
}

function Choice({ label, value, options, onChange }: Extract<MenuEntry, { kind: "choice" }>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map(({ value: option, label: text, hint, icon: Icon }) => (
        <Radix.RadioItem key={option} value={option} className={`${row} pr-9`}>
          {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 opacity-80" /> : null}
          <span className="py-1.5">
            {text}
            {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
          </span>
          <Radix.ItemIndicator className="absolute right-3">
            <Check aria-hidden="true" className="size-4 text-pine" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function Toggle({ label, checked, onChange }: Extract<MenuEntry, { kind: "toggle" }>) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={`${row} pr-9`}
    >
      {label}
      <Radix.ItemIndicator className="absolute right-3">
        <Check aria-hidden="true" className="size-4 text-pine" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

const row =
  "relative flex min-h-11 cursor-pointer items-center gap-2.5 px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-ink/8 md:min-h-9";
