import { type ReactNode, useId } from "react";

type PanelProps = {
  title: string;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Tables and lists of rows reach the edges; text does not. */
  flush?: boolean;
  children: ReactNode;
};

/** A sheet of paper with a heading: one subject of a page. */
export function Panel({ title, description, actions, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border border-line bg-slip">
      <div
        className={`flex flex-wrap justify-between gap-x-4 gap-y-3 border-b border-dashed border-line px-4 py-4 md:px-5 ${description ? "items-start" : "items-center"}`}
      >
        <div className="min-w-0">
          <h2 id={id} className="font-semibold tracking-tight">
            {title}
          </h2>
          {description ? (
            <p className="mt-0.5 max-w-[70ch] text-sm text-muted text-pretty">{description}</p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      <div className={flush ? "" : "p-4 md:p-5"}>{children}</div>
    </section>
  );
}
