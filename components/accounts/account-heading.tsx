import type { ReactNode } from "react";

type AccountHeadingProps = { title: string; children?: ReactNode };

export function AccountHeading({ title, children }: AccountHeadingProps) {
  return (
    <div className="border-b border-dashed border-line pb-4">
      <h1 className="text-2xl font-medium tracking-tight">{title}</h1>
      {children ? <p className="mt-1 text-sm text-muted text-pretty">{children}</p> : null}
    </div>
  );
}

export const textLink =
  "font-medium text-pine underline decoration-1 underline-offset-4 hover:text-pine-deep";
