"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { NotLoaded, type Place } from "./not-loaded.tsx";

type State<Part> =
  | { name: "loading" }
  | { name: "ready"; part: Part }
  | { name: "failed"; error: unknown };

type LaterProps<Part> = {
  load: LoadOnce<Part>;
  waiting?: ReactNode;
  /** Where a failure is shown; a part that covers the page has no place of its own. */
  place?: Place;
  /** What a reload loses, if not what was typed. */
  lossNote?: string;
  children: (part: Part) => ReactNode;
};

/** Caches the loaded part, so that it renders at once the next time. */
export type LoadOnce<Part> = { known: () => Part | undefined; load: () => Promise<Part> };

export function loadOnce<Part>(load: () => Promise<Part>): LoadOnce<Part> {
  let known: Part | undefined;
  return {
    known: () => known,
    load: async () => {
      known ??= await load();
      return known;
    },
  };
}

/** Loads it before it is needed. If that fails, it is loaded again when it is rendered, which says so. */
export function preload(part: LoadOnce<unknown>): void {
  part.load().catch(() => undefined);
}

/**
 * A part whose code is fetched when it is first rendered. If that fails, it says so and can try again or reload
 * the page: everything around it stays, unlike with a `lazy` that fails.
 */
export function Later<Part>({
  load,
  waiting = null,
  place = "here",
  lossNote,
  children,
}: LaterProps<Part>): ReactNode {
  const [state, setState] = useState<State<Part>>(() => {
    const part = load.known();
    return part ? { name: "ready", part } : { name: "loading" };
  });
  useEffect(() => {
    if (state.name !== "loading") return undefined;
    let isGone = false;
    const end = (next: State<Part>) => {
      if (!isGone) setState(next);
    };
    load.load().then(
      (part) => end({ name: "ready", part }),
      (error: unknown) => end({ name: "failed", error }),
    );
    return () => {
      isGone = true;
    };
  }, [state, load]);
  if (state.name === "ready") return children(state.part);
  if (state.name === "loading") return waiting;
  return (
    <>
      {place === "over" ? waiting : null}
      <NotLoaded
        error={state.error}
        place={place}
        lossNote={lossNote}
        onRetry={() => setState({ name: "loading" })}
      />
    </>
  );
}

/**
 * A component whose code is fetched when it is first rendered, with `Later`. Use it in place of React's `lazy` and
 * Next's `dynamic`, whose failures replace the whole page.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, place = "here" }: Pick<LaterProps<never>, "waiting" | "place"> = {},
): ComponentType<Props> {
  const once = loadOnce(load);
  return (props) => (
    <Later load={once} waiting={waiting} place={place}>
      {(Part) => <Part {...props} />}
    </Later>
  );
}
