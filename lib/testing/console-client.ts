import { sealSession, sessionCookie } from "#lib/accounts/session-cookie.ts";
import { createId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Answer } from "./api-client.ts";
import { setUp } from "./set-up.ts";
import { createTestOrganization, type TestService } from "./test-service.ts";

export type TestMember = {
  memberId: string;
  organizationId: string;
  cookie: string;
  email: string;
};

type MemberOptions = {
  role?: Role;
  /** Of the organization that is created where none is given. */
  tier?: Tier;
  kind?: OrganizationKind;
  organizationId?: string;
  passwordHash?: string;
  /** A passkey of which nobody has the private part; owners have one, since production needs it. */
  secondFactor?: boolean;
};

/** A member for the tests of this suite. */
export function setUpMember(options: MemberOptions = {}): TestMember {
  return setUp(() => createTestMember(options));
}

/** A member with a session; of an organization of its own where none is given. */
export async function createTestMember({
  role = "developer",
  tier,
  kind,
  organizationId,
  passwordHash = "none",
  secondFactor = role === "owner",
}: MemberOptions = {}): Promise<TestMember> {
  const id = createId("member");
  const email = `${id}@test.example`;
  const emailVerifiedAt = new Date();
  const organization = organizationId ?? (await createTestOrganization(tier, kind));
  await prisma().member.create({
    data: { id, organizationId: organization, email, passwordHash, role, emailVerifiedAt },
  });
  if (secondFactor) await giveTestPasskey(id);
  return { memberId: id, organizationId: organization, cookie: await createTestSession(id), email };
}

async function giveTestPasskey(memberId: string): Promise<void> {
  const id = createId("passkey");
  await prisma().passkey.create({
    data: {
      id,
      memberId,
      name: "Test",
      credentialId: hashToken(id),
      publicKey: hashToken(id),
      signCount: 0,
      backupEligible: false,
      backedUp: false,
    },
  });
}

/** The cookie of another browser that the member has just signed in with. */
export async function createTestSession(
  memberId: string,
  { sessionVersion = 1, steppedUpAt = new Date() } = {},
): Promise<string> {
  const token = createToken("ses");
  const id = createId("session");
  const hash = hashToken(token);
  await prisma().session.create({ data: { id, hash, memberId, sessionVersion, steppedUpAt } });
  return `${sessionCookie().name}=${await sealSession(token)}`;
}

type CallOptions = { body?: unknown; headers?: Record<string, string> };

export type ConsoleClient = (
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<Answer>;

/** Calls paths below /api/console as a page of the service does, looking at one environment. */
export function createConsoleClient(
  service: Pick<TestService, "url">,
  member: Pick<TestMember, "cookie">,
  environment = "development",
): ConsoleClient {
  return async (method, path, { body, headers } = {}) => {
    const response = await fetch(`${service.url}/api/console${path}`, {
      method,
      headers: {
        Cookie: member.cookie,
        "X-Environment": environment,
        Origin: service.url,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
