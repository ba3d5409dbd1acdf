import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** State that begins as what `make` makes; undefined until it has. `make` must not change. */
export function useExample<Value>(
  make: () => Promise<Value>,
): [Value | undefined, Dispatch<SetStateAction<Value | undefined>>] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let isCurrent = true;
    void make().then((made) => {
      if (isCurrent) setValue(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [make]);
  return [value, setValue];
}
