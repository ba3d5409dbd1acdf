import type { Sent } from "#lib/browser/api.ts";
import type { Answer } from "./api-client.ts";
import { callerFor } from "./caller-for.ts";
import { createConsoleClient, createTestMember } from "./console-client.ts";
import { readLink } from "./read-letters.ts";
import type { TestService } from "./test-service.ts";

export const GUEST_PASSWORD = "a long and winding road";

let guests = 0;

type Invitation = Sent<"POST /api/console/invitations", "body">;

export type Inviter = Awaited<ReturnType<typeof createInviter>>;

/** An owner, the email of somebody to invite, and the way to invite somebody. */
export async function createInviter(service: TestService) {
  guests += 1;
  const owner = await createTestMember({ role: "owner" });
  const call = createConsoleClient(service, owner, "");
  const email = `guest-${guests}@test.example`;
  const invite = async (fields: Partial<Invitation> = {}) => {
    const body: Invitation = { email, role: "viewer", ...fields };
    const { invitation } = await callerFor(service, owner)("POST /api/console/invitations", {
      body,
    });
    const link = await readLink(invitation.email);
    return { invitation, link, token: new URL(link).hash.slice(1) };
  };
  return { owner, call, email, invite };
}

/** Opens or accepts without a session, as whoever has the link. */
export async function followLink(
  service: TestService,
  step: "open" | "accept",
  body: unknown,
): Promise<Answer> {
  const call = createConsoleClient(service, { cookie: "" }, "");
  return await call("POST", `/invitations/${step}`, { body });
}
