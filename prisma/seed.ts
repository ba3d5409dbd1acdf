import { randomBytes } from "node:crypto";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { newApiKey } from "#lib/api-keys/create.ts";
import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { issuerScopes, merchantScopes, type Scope, scopes } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { wantsDemo } from "#lib/demo/organizations.ts";
import { prisma } from "#lib/storage/database.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import { shops } from "#lib/terminal/shops.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";
import { type DemoFile, DraftDemoFile, readDemoFile, writeDemoFile } from "./demo-file.ts";

type DemoOrganization = {
  kind: "platform" | "merchant" | "issuer";
  name: string;
  tier: Tier;
  scopes: readonly Scope[];
};

const demoOrganizations = {
  platform: { kind: "platform", name: "Demo Platform", tier: "enterprise", scopes },
  merchant: { kind: "merchant", name: "Demo Merchant", tier: "free", scopes: merchantScopes },
  issuer: { kind: "issuer", name: "Demo Issuer", tier: "standard", scopes: issuerScopes },
} as const satisfies Record<string, DemoOrganization>;

/**
 * Creates the demo on the first start with an empty embedded database, or if DEMO=1 asks for it, and
 * returns the contents of `DATA_DIR/demo.json`. Undefined if this installation has no demo.
 */
export async function seedDemo({ baseUrl }: { baseUrl: string }): Promise<DemoFile | undefined> {
  const demo = await findOrCreateDemo(baseUrl);
  if (demo) await admitVisitors();
  return demo;
}

async function findOrCreateDemo(baseUrl: string): Promise<DemoFile | undefined> {
  const draft = new DraftDemoFile(config().dataDir);
  if ((await prisma().organization.count()) === 0) {
    return wantsDemo() ? await createDemo(draft, baseUrl) : undefined;
  }

  // A process that died between the commit and the last step has left the secrets in the draft.
  await draft.publishIfLeft();
  const demo = await readDemoFile(config().dataDir);
  if (demo) await renewScopes(demo);
  if (!demo || demo.baseUrl === baseUrl) return demo;

  const moved = { ...demo, baseUrl };
  await writeDemoFile(config().dataDir, moved);
  return moved;
}

/** The keys of a demo that an earlier version has created get the scopes that came since. */
async function renewScopes({ apiKeys }: DemoFile): Promise<void> {
  const { platform, merchant, issuer } = demoOrganizations;
  const keys: [string, DemoOrganization][] = [
    [apiKeys.platform, platform],
    [apiKeys.platformStaging, platform],
    [apiKeys.merchant, merchant],
    [apiKeys.issuer, issuer],
  ];
  for (const [key, { scopes: all }] of keys) {
    await prisma().apiKey.updateMany({
      where: { secretHash: hashToken(key) },
      data: { scopes: [...all] },
    });
  }
}

async function createDemo(draft: DraftDemoFile, baseUrl: string): Promise<DemoFile | undefined> {
  const [platform, merchant, issuer] = await Promise.all([
    draftOrganization(demoOrganizations.platform),
    draftOrganization(demoOrganizations.merchant),
    draftOrganization(demoOrganizations.issuer),
  ]);
  const demo: DemoFile = {
    baseUrl,
    apiKeys: {
      platform: platform.apiKey,
      merchant: merchant.apiKey,
      issuer: issuer.apiKey,
      platformStaging: platform.stagingKey ?? "",
    },
    logins: { platform: platform.login, merchant: merchant.login, issuer: issuer.login },
  };
  await draft.write(demo);
  try {
    await prisma().$transaction(
      [platform, merchant, issuer].map(({ row }) => prisma().organization.create({ data: row })),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another first start was faster, elsewhere: these secrets open nothing.
    await draft.discard();
    return undefined;
  }
  await draft.publish();
  return demo;
}

async function draftOrganization({ kind, name, tier, scopes: keyScopes }: DemoOrganization) {
  const login = { email: `${kind}@demo.example`, password: randomBytes(12).toString("base64url") };
  const key = newApiKey({ environment: "development", name: "Demo key", scopes: keyScopes });
  const staging =
    kind === "platform"
      ? newApiKey({ environment: "staging", name: "Demo staging key", scopes: keyScopes })
      : undefined;
  const member = {
    id: createId("member"),
    email: login.email,
    // This address cannot exist, so no page asks for a confirmation.
    emailVerifiedAt: new Date(),
    passwordHash: await hashPassword(login.password),
    role: "owner" as const,
  };
  const keys = staging ? [key.row, staging.row] : [key.row];
  const guests = kind === "platform" ? [] : [await draftGuest(kind)];
  const shopNames = shops.map(({ merchantId, merchantName }) => ({
    merchantId,
    name: merchantName,
    updatedAt: new Date(),
  }));
  return {
    login,
    apiKey: key.secret,
    stagingKey: staging?.secret,
    row: {
      id: createId("organization"),
      name,
      kind,
      tier,
      // Not in production: its owners need a second factor, which the demo's logins do not have.
      approvedEnvironments: ["development" as const, "staging" as const],
      members: { create: [member, ...guests] },
      apiKeys: { create: keys },
      demo: { create: { kind } },
      // For credit notes: no page can read the name off a sealed receipt.
      ...(kind === "issuer" ? {} : { shopNames: { create: shopNames } }),
    },
  };
}

/** Whom strangers act for who look around: nobody knows the password. */
async function draftGuest(kind: DemoOrganization["kind"]) {
  return {
    id: createId("member"),
    email: `${kind}-guest@demo.example`,
    emailVerifiedAt: new Date(),
    passwordHash: await hashPassword(randomBytes(24).toString("base64url")),
    role: "viewer" as const,
    isGuest: true,
  };
}
