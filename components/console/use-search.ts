import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#lib/browser/api.ts";
import { keepPreviousOf, keyOf } from "#lib/browser/query-client.ts";
import { holdsCardNumber } from "#lib/core/card-numbers.ts";
import { useEnvironment } from "./environment.tsx";

const MIN_LENGTH = 2;
const PAUSE_MS = 120;

/** What the service finds for the text, a moment after it was typed. */
export function useSearch(text: string) {
  const { environment } = useEnvironment();
  const typed = text.trim();
  const asked = useAfterPause(typed);
  const isRefused = [typed, asked].some((one) => holdsCardNumber(one, "reference"));
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: keyOf("GET /api/console/search", environment, { text: asked }),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/search", { environment, query: { text: asked }, signal })).found,
    placeholderData: keepPreviousOf(environment),
    enabled: asked.length >= MIN_LENGTH && !isRefused,
    retry: false,
  });
  const isSearched = typed.length >= MIN_LENGTH && !isRefused;
  const isStale = typed !== asked || isPlaceholderData;
  return {
    found: isSearched && asked.length >= MIN_LENGTH ? (data ?? []) : [],
    error,
    /** Whether it is not searched for, as it looks like a card number. */
    isRefused,
    /** Whether `found` is of an earlier text. */
    isStale,
    isSearching: isSearched && (isStale || isFetching),
  };
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
