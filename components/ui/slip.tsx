import type { ReactNode } from "react";

type SlipProps = {
  /**
   * White paper is the person's receipt; the copy is the service's. Both are light in either theme, as paper is. A
   * panel has the theme of its page.
   */
  paper?: "slip" | "copy" | "panel";
  children: ReactNode;
};

/** A strip of receipt paper, torn above and below. */
export function Slip({ paper = "slip", children }: SlipProps) {
  return (
    <div className="slip-shadow h-full">
      <div className={`torn h-full px-[min(1.5rem,7%)] py-6 ${looks[paper]}`}>{children}</div>
    </div>
  );
}

const looks = {
  slip: "light-paper bg-slip text-ink",
  copy: "light-paper bg-copy text-ink",
  panel: "bg-slip",
};
