import { useEffect, useState } from "react";

/** Counts down the whole seconds until a time (milliseconds since 1970), to 0. */
export function useSecondsUntil(until: number): number {
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
