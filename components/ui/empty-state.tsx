import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** Why there is nothing, and what brings the first one. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto max-w-md px-5 py-8 text-center">
      <span className="mx-auto grid size-12 place-items-center border border-dashed border-edge text-muted">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </span>
      <p className="mt-4 font-medium">{title}</p>
      <div className="mt-1 text-sm text-muted text-pretty">{children}</div>
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
