import { parseArgs } from "node:util";
import { z } from "zod";
import { isId } from "#lib/core/ids.ts";
import { emailText, nameText } from "#lib/core/text.ts";
import { tiers } from "#lib/core/tiers.ts";
import { environments, organizationKinds } from "#lib/core/vocabulary.ts";
import { KEY_USAGE, type KeyCommand, readKeyCommand } from "./read-key-command.ts";
import { UsageError } from "./usage-error.ts";

export const USAGE = `npm run admin -- organization <command>

  list                                             every organization
  create --name <name> --kind <kind> --email <owner's email> [--tier <tier>]
                                                   an organization that may act in development
  approve <organization id> [<environment> ...]    open environments to it; without one, all
  suspend <organization id> [<environment> ...]    close environments to it; without one, all
  tier <organization id> <tier>                    change its rate limits

npm run admin -- member <command>

  reset-second-factor <email>                      remove passkeys, app, and recovery codes, and
                                                   end the sessions; make sure first who is asking

npm run admin -- audit <command>

  verify [--organization <id>] [--anchors <file>]  whether any entry was changed, removed or inserted
  anchors                                          the ends of all chains, to be kept elsewhere with --json

  --json    print JSON

Kinds: ${organizationKinds.join(", ")}. Tiers: ${tiers.join(", ")}. Environments: ${environments.join(", ")}.

${KEY_USAGE}
Works on the server that runs on DATA_DIR, or on DATABASE_URL. A change holds everywhere when it is printed.
`;

const organizationId = z
  .string({ error: "the organization id is missing" })
  .refine((text) => isId("organization", text), "the organization id is not one: org_…");
const someEnvironments = z
  .array(z.enum(environments, { error: `environments are ${environments.join(", ")}` }))
  .transform((names) => (names.length === 0 ? environments : names));
const memberEmail = z.string({ error: "the email is missing" }).pipe(emailText);
const tier = z.enum(tiers, { error: `tiers are ${tiers.join(", ")}` });

const command = z.discriminatedUnion("name", [
  z.object({ name: z.literal("help") }),
  z.object({ name: z.literal("list"), json: z.boolean() }),
  z.object({
    name: z.literal("create"),
    json: z.boolean(),
    organization: z.object({
      name: nameText.min(1),
      kind: z.enum(organizationKinds, { error: `kinds are ${organizationKinds.join(", ")}` }),
      email: emailText,
      tier,
    }),
  }),
  z.object({
    name: z.enum(["approve", "suspend"]),
    json: z.boolean(),
    organizationId,
    environments: someEnvironments,
  }),
  z.object({ name: z.literal("tier"), json: z.boolean(), organizationId, tier }),
  z.object({ name: z.literal("reset-second-factor"), json: z.boolean(), email: memberEmail }),
]);

export type DataCommand = Exclude<z.output<typeof command>, { name: "help" }>;
export type AdminCommand = z.output<typeof command> | KeyCommand;

/** What the arguments ask for. Throws UsageError, which says what is wrong with them. */
export function readCommand(args: string[]): AdminCommand {
  const { values, positionals } = parse(args);
  const [subject, name, id, ...rest] = positionals;
  if (values.help || subject === undefined || subject === "help") return { name: "help" };
  if (subject === "keys") return readKeyCommand(positionals.slice(1), values.json);
  if (subject !== "organization" && subject !== "member") {
    throw new UsageError(`there is no command ${subject}`);
  }
  if ((subject === "member") !== (name === "reset-second-factor")) throw unknownCommand();

  const { json, help: _, ...options } = values;
  if (name !== "create" && Object.values(options).some((value) => value !== undefined)) {
    throw new UsageError(`${subject} ${name} has no options but --json`);
  }
  const read = command.safeParse({
    name,
    json,
    organization: { ...options, tier: options.tier ?? "free" },
    organizationId: id,
    email: id,
    environments: rest,
    tier: rest[0],
  });
  if (!read.success) throw new UsageError(firstReason(read.error));
  if (positionals.length > MAX_POSITIONALS[read.data.name]) {
    throw new UsageError(`${subject} ${name} was given too many arguments`);
  }
  return read.data;
}

const MAX_POSITIONALS: Record<z.output<typeof command>["name"], number> = {
  help: Number.POSITIVE_INFINITY,
  list: 2,
  create: 2,
  approve: 3 + environments.length,
  suspend: 3 + environments.length,
  tier: 4,
  "reset-second-factor": 3,
};

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        json: { type: "boolean", default: false },
        name: { type: "string" },
        kind: { type: "string" },
        email: { type: "string" },
        tier: { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function firstReason({ issues: [issue] }: z.ZodError): string {
  if (issue?.path[0] === "name") return unknownCommand().message;
  if (issue?.path[0] === "organization") return `--${String(issue.path[1])}: ${issue.message}`;
  return issue?.message ?? "the arguments are wrong";
}

function unknownCommand(): UsageError {
  return new UsageError("the command is missing or unknown");
}
