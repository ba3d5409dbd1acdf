"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { fetchSession, type SignedInSession } from "#lib/browser/fetch-session.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { includesRole, type Role } from "#lib/core/permissions.ts";

export type ConsoleSession = SignedInSession;

const Session = createContext<ConsoleSession | undefined>(undefined);

export function SessionProvider({
  session,
  children,
}: {
  session: ConsoleSession;
  children: ReactNode;
}) {
  return <Session value={session}>{children}</Session>;
}

/** The signed-in member and their organization. For components inside a console's shell. */
export function useSession(): ConsoleSession {
  const session = useContext(Session);
  if (!session) throw new Error("useSession: only inside a console's shell");
  return session;
}

/** Whether the member's role includes `least`. The API decides; this hides actions that it would refuse. */
export function useMay(least: Role): boolean {
  return includesRole(useSession().member.role, least);
}

export function useSessionQuery() {
  return useQuery({
    queryKey: keyOf("GET /api/console/session"),
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: 60_000,
  });
}
