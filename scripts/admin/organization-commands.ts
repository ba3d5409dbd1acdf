import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import { emailText, nameText } from "#lib/core/text.ts";
import { tiers } from "#lib/core/tiers.ts";
import { environments, organizationKinds } from "#lib/core/vocabulary.ts";
import {
  approveOrganization,
  changeTier,
  createOrganization,
  listOrganizations,
  suspendOrganization,
} from "#lib/organizations/operate.ts";
import { defineCommand, type Outcome, type Subject } from "./command.ts";
import { toDay, toLine } from "./text.ts";

const organizationId = z
  .string({ error: "the organization id is missing" })
  .refine((text) => isId("organization", text), "the organization id is not one: org_…");
const someEnvironments = z
  .array(z.enum(environments, { error: `environments are ${environments.join(", ")}` }))
  .transform((names) => (names.length === 0 ? environments : names));
const tier = z.enum(tiers, { error: `tiers are ${tiers.join(", ")}` });
const kind = z.enum(organizationKinds, { error: `kinds are ${organizationKinds.join(", ")}` });

export const subject: Subject = {
  commands: {
    list: defineCommand({
      does: "every organization",
      run: async () => {
        const result = await listOrganizations();
        return { result, text: result.map(describeTerms).join("\n\n") };
      },
    }),
    create: defineCommand({
      takes: "--name <name> --kind <kind> --email <owner's email> [--tier <tier>]",
      does: "an organization that may act in development",
      options: { name: nameText.min(1), kind, email: emailText, tier: tier.default("free") },
      run: async (terms) => {
        const result = await createOrganization(terms);
        const { organizationId: id, email, password } = result;
        return { result, text: `${id}\nowner     ${email}\npassword  ${password}  (shown once)` };
      },
    }),
    approve: defineCommand({
      takes: "<organization id> [<environment> ...]",
      does: "open environments to it; without one, all",
      words: { organizationId },
      list: { environments: someEnvironments },
      run: async (terms) => toOutcome(await approveOrganization(terms)),
    }),
    suspend: defineCommand({
      takes: "<organization id> [<environment> ...]",
      does: "close environments to it; without one, all",
      words: { organizationId },
      list: { environments: someEnvironments },
      run: async (terms) => toOutcome(await suspendOrganization(terms)),
    }),
    tier: defineCommand({
      takes: "<organization id> <tier>",
      does: "change its rate limits",
      words: { organizationId, tier },
      run: async (terms) => toOutcome(await changeTier(terms)),
    }),
  },
  notes: [
    `Kinds: ${organizationKinds.join(", ")}.`,
    `Tiers: ${tiers.join(", ")}.`,
    `Environments: ${environments.join(", ")}.`,
  ].join("\n"),
};

type Organization = Awaited<ReturnType<typeof listOrganizations>>[number];

function toOutcome(organization: Organization): Outcome {
  return { result: organization, text: describeTerms(organization) };
}

function describeTerms(organization: Organization): string {
  const { id, name, approvedEnvironments, owners, createdAt } = organization;
  const open = approvedEnvironments.join(", ") || "nowhere (suspended)";
  return [
    `${id}  ${toLine(name)}`,
    `  ${organization.kind}, ${organization.tier}, since ${toDay(createdAt)}`,
    `  may act in: ${open}`,
    `  owners: ${owners.join(", ") || "none"}`,
  ].join("\n");
}
