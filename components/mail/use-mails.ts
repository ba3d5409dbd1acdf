"use client";

import { useQuery } from "@tanstack/react-query";
import { type Answer, api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";

export type ListedMail = Answer<"GET /api/mail">["mails"][number];

const POLL_INTERVAL_MS = 2_000;

/** Polls, since a letter takes a moment to be written; not if there is no mailbox. */
export function useMails() {
  return useQuery({
    queryKey: keyOf("GET /api/mail"),
    queryFn: async ({ signal }) => (await api("GET /api/mail", { signal })).mails,
    refetchInterval: ({ state }) => (state.error ? false : POLL_INTERVAL_MS),
  });
}

export function useMail(mailId: string) {
  return useQuery({
    queryKey: keyOf("GET /api/mail/{mailId}", undefined, mailId),
    queryFn: ({ signal }) => api("GET /api/mail/{mailId}", { params: { mailId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
