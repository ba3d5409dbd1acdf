"use client";

import { createContext, type ReactNode, useContext } from "react";
import { includesRole, type Role } from "#lib/contract/role.ts";
import type { SessionResource } from "#lib/contract/session.ts";

const Session = createContext<SessionResource | undefined>(undefined);

export function SessionProvider({
  session,
  children,
}: {
  session: SessionResource;
  children: ReactNode;
}) {
  return <Session value={session}>{children}</Session>;
}

/** Who is signed in, and for which organization. For everything inside a console's shell. */
export function useSession(): SessionResource {
  const session = useContext(Session);
  if (!session) throw new Error("useSession: only inside a console's shell");
  return session;
}

/** Whether the member's role allows what needs `least`. The API decides; this hides what it refuses. */
export function useMay(least: Role): boolean {
  return includesRole(useSession().member.role, least);
}
