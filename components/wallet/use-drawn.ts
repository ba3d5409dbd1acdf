import { startTransition, useEffect, useState } from "react";

/** Fills a tall screen. */
const FIRST = 30;
/** Takes less time to draw than a person notices. */
const STEP = 30;

/**
 * How many rows of a long list are drawn: a screenful at once, the rest bit by bit. Between two bits the page
 * does what else there is to do, such as following a click.
 */
export function useDrawn(total: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn >= total) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), 0);
    return () => clearTimeout(timer);
  }, [drawn, total]);
  return drawn;
}
