import { useEffect, useState } from "react";

/** What `read` makes of `input`; until it has, what it made of the one before. `read` must not change. */
export function useReading<Input, Reading>(
  read: (input: Input) => Promise<Reading>,
  input: Input,
): Reading | undefined {
  const [reading, setReading] = useState<Reading>();
  useEffect(() => {
    let isCurrent = true;
    void read(input).then((next) => {
      if (isCurrent) setReading(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [read, input]);
  return reading;
}
