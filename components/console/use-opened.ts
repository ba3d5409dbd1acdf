import { usePathname, useSearchParams } from "next/navigation";
import { goShallow } from "#components/ui/shallow-link.ts";
import { useCurrentConsole } from "./current-console.tsx";

type Opened = {
  /** Undefined while nothing but the list is shown. */
  id: string | undefined;
  /** The address of one of the list, with the list's filters. */
  hrefOf: (id: string) => string;
  close: () => void;
};

/** Which one of a page's list is open: `/keys/ak_1` is the page `/keys` with `ak_1` opened. */
export function useOpened(page: `/${string}`): Opened {
  const list = `${useCurrentConsole().base}${page}`;
  const filters = useSearchParams().toString();
  const rest = filters && `?${filters}`;
  const id = usePathname().slice(list.length + 1);
  return {
    id: id === "" ? undefined : decodeURIComponent(id),
    hrefOf: (one) => `${list}/${encodeURIComponent(one)}${rest}`,
    close: () => goShallow(`${list}${rest}`),
  };
}
