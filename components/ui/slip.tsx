import type { ReactNode } from "react";

type SlipProps = {
  /** White paper is the person's receipt; the copy is the service's. */
  paper?: "slip" | "copy";
  children: ReactNode;
};

/** A strip of receipt paper, torn above and below. */
export function Slip({ paper = "slip", children }: SlipProps) {
  return (
    <div className="slip-shadow h-full">
      <div
        className={`torn h-full px-[min(1.5rem,7%)] py-6 ${paper === "slip" ? "bg-slip" : "bg-copy"}`}
      >
        {children}
      </div>
    </div>
  );
}
