import { randomBytes } from "node:crypto";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { newApiKey } from "#lib/api-keys/create.ts";
import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { issuerScopes, merchantScopes, type Scope, scopes } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import { prisma } from "#lib/storage/database.ts";
import { type DemoFile, DraftDemoFile, readDemoFile, writeDemoFile } from "./demo-file.ts";

type DemoOrganization = {
  kind: "platform" | "merchant" | "issuer";
  name: string;
  tier: Tier;
  scopes: readonly Scope[];
};

const demoOrganizations: DemoOrganization[] = [
  { kind: "platform", name: "Demo Platform", tier: "enterprise", scopes },
  { kind: "merchant", name: "Demo Merchant", tier: "free", scopes: merchantScopes },
  { kind: "issuer", name: "Demo Issuer", tier: "standard", scopes: issuerScopes },
];

/**
 * Makes the demo on the first start on an empty embedded database, or where DEMO=1 asks for it, and
 * returns what `DATA_DIR/demo.json` says of it. Undefined where this installation has no demo.
 */
export async function seedDemo({ baseUrl }: { baseUrl: string }): Promise<DemoFile | undefined> {
  const draft = new DraftDemoFile(config().dataDir);
  if ((await prisma().organization.count()) === 0) {
    return wantsDemo() ? await makeDemo(draft, baseUrl) : undefined;
  }

  // A process that died between the commit and the last step left the secrets in the draft.
  await draft.publishIfLeft();
  const known = await readDemoFile(config().dataDir);
  if (!known || known.baseUrl === baseUrl) return known;

  const moved = { ...known, baseUrl };
  await writeDemoFile(config().dataDir, moved);
  return moved;
}

function wantsDemo(): boolean {
  const { demo, databaseUrl, productionMode } = config();
  return demo ?? (databaseUrl === undefined && !productionMode);
}

async function makeDemo(draft: DraftDemoFile, baseUrl: string): Promise<DemoFile> {
  const made = await Promise.all(demoOrganizations.map(makeOrganization));
  const [platform, merchant, issuer] = made as [Made, Made, Made];
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
  await prisma().$transaction(made.map(({ row }) => prisma().organization.create({ data: row })));
  await draft.publish();
  return demo;
}

type Made = Awaited<ReturnType<typeof makeOrganization>>;

async function makeOrganization({ kind, name, tier, scopes: keyScopes }: DemoOrganization) {
  const login = { email: `${kind}@demo.example`, password: randomBytes(12).toString("base64url") };
  const key = newApiKey({ environment: "development", name: "Demo key", scopes: keyScopes });
  const staging =
    kind === "platform"
      ? newApiKey({ environment: "staging", name: "Demo staging key", scopes: keyScopes })
      : undefined;
  const member = {
    id: createId("member"),
    email: login.email,
    passwordHash: await hashPassword(login.password),
    role: "owner" as const,
  };
  const keys = staging ? [key.row, staging.row] : [key.row];
  return {
    login,
    apiKey: key.secret,
    stagingKey: staging?.secret,
    row: {
      id: createId("organization"),
      name,
      kind,
      tier,
      members: { create: [member] },
      apiKeys: { create: keys },
    },
  };
}
