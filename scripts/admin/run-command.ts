import { resetSecondFactor } from "#lib/accounts/reset-second-factor.ts";
import {
  approveOrganization,
  changeTier,
  createOrganization,
  listOrganizations,
  suspendOrganization,
} from "#lib/organizations/operate.ts";
import type { DataCommand } from "./read-command.ts";

type Organization = Awaited<ReturnType<typeof listOrganizations>>[number];

/** Carries the command out; what to print. */
export async function runCommand(command: DataCommand): Promise<string> {
  const { result, text } = await carryOut(command);
  return command.json ? `${JSON.stringify(result, null, 2)}\n` : `${text}\n`;
}

type Outcome = { result: unknown; text: string };

async function carryOut(command: DataCommand): Promise<Outcome> {
  switch (command.name) {
    case "list": {
      const organizations = await listOrganizations();
      return { result: organizations, text: organizations.map(describeTerms).join("\n\n") };
    }
    case "create": {
      const created = await createOrganization(command.organization);
      const { organizationId, email, password } = created;
      const text = `${organizationId}\nowner     ${email}\npassword  ${password}  (shown once)`;
      return { result: created, text };
    }
    case "approve":
      return toOutcome(await approveOrganization(command));
    case "suspend":
      return toOutcome(await suspendOrganization(command));
    case "tier":
      return toOutcome(await changeTier(command));
    case "reset-second-factor": {
      const reset = await resetSecondFactor(command);
      return { result: reset, text: `${reset.email} signs in with the password alone` };
    }
  }
}

function toOutcome(organization: Organization): Outcome {
  return { result: organization, text: describeTerms(organization) };
}

function describeTerms(organization: Organization): string {
  const { id, name, kind, tier, approvedEnvironments, owners, createdAt } = organization;
  const open = approvedEnvironments.join(", ") || "nowhere (suspended)";
  return [
    `${id}  ${toLine(name)}`,
    `  ${kind}, ${tier}, since ${createdAt.toISOString().slice(0, 10)}`,
    `  may act in: ${open}`,
    `  owners: ${owners.join(", ") || "none"}`,
  ].join("\n");
}

// Names are chosen by strangers, and a terminal obeys control characters.
function toLine(name: string): string {
  return name.replace(/\p{C}/gu, "�");
}
