import type { ReactNode } from "react";

type ChoiceCardProps = {
  /** Of the group that it is one of. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** One of several choices, large enough for a finger. */
export function ChoiceCard({ name, checked, onChoose, children }: ChoiceCardProps) {
  return (
    <label className="group relative block h-full cursor-pointer touch-manipulation border border-line bg-slip px-3.5 py-3 text-sm transition-colors select-none hover:border-ink has-checked:border-pine has-checked:bg-pine has-checked:text-on-pine has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}

/** The second line of a choice. */
export function ChoiceHint({ children }: { children: ReactNode }) {
  return (
    <span className="block text-xs text-muted group-has-checked:text-on-pine">{children}</span>
  );
}
