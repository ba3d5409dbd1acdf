"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";

type State<Part> = { name: "loading" } | { name: "ready"; part: Part } | { name: "failed" };

type LaterProps<Part> = {
  load: LoadOnce<Part>;
  waiting?: ReactNode;
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

/**
 * A part whose code is fetched when it is first rendered. If that fails, it says so in its own place and can
 * try again: everything around it stays, unlike with a `lazy` that fails.
 */
export function Later<Part>({ load, waiting = null, children }: LaterProps<Part>): ReactNode {
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
      () => end({ name: "failed" }),
    );
    return () => {
      isGone = true;
    };
  }, [state, load]);
  if (state.name === "ready") return children(state.part);
  if (state.name === "loading") return waiting;
  return <NotLoaded onRetry={() => setState({ name: "loading" })} />;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Callout tone="alarm" title="The service cannot be reached">
      <p className="text-muted">This part could not be loaded. What is already here stays.</p>
      <p className="pt-2">
        <Button look="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </Callout>
  );
}
