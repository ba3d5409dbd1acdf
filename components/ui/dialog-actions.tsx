import type { ReactNode } from "react";

/** The last row of a dialog, visible however long that is; on a phone its buttons take the whole width. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 mt-6 -mb-5 flex flex-col-reverse gap-2 border-t border-line bg-slip px-5 py-4 md:-bottom-6 md:-mx-6 md:-mb-6 md:flex-row md:justify-end md:px-6">
      {children}
    </div>
  );
}
