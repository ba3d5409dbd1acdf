import { type ReactNode, type RefObject, useEffect, useRef } from "react";

type TillColumnsProps = {
  children: ReactNode;
  /** The receipt beside it. */
  slip: ReactNode;
  /** The one thing to do next: under the paper at a desk, at the lower edge of a phone. */
  action: ReactNode;
};

export function TillColumns({ children, slip, action }: TillColumnsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
      <div className="min-w-0 space-y-6">{children}</div>
      <div className="lg:sticky lg:top-6">
        {slip}
        <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-copy px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:mt-5 lg:border-0 lg:bg-transparent lg:p-0">
          {action}
        </div>
      </div>
    </div>
  );
}

/** The classes of that one thing, on top of a button's. */
export const bigButton = "min-h-14! w-full text-lg!";

/** Puts the focus on a screen's heading when the screen takes the place of another. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
