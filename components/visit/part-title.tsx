import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type PartTitleProps = {
  id: string;
  icon: LucideIcon;
  title: string;
  /** Whether it is here that the visitor goes on. */
  isNext: boolean;
  children: ReactNode;
};

/** Whose side this is: the shop's, the service's, or the cardholder's. */
export function PartTitle({ id, icon: Icon, title, isNext, children }: PartTitleProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline gap-x-3 border-t-2 pt-3 ${isNext ? "border-pine" : "border-line"}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 translate-y-0.5 ${isNext ? "text-pine" : "text-muted"}`}
      />
      <h2 id={id} className="font-semibold tracking-tight">
        {title}
      </h2>
      <p className="ml-auto min-w-0 text-right text-sm text-muted">{children}</p>
    </div>
  );
}
