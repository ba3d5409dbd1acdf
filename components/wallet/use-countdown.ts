import { useEffect, useState } from "react";

/** Whole seconds until a moment (milliseconds since 1970), counted down; 0 once it is over. */
export function useCountdown(until: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    if (until <= Date.now()) return undefined;
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
