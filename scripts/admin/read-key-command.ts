import { z } from "zod";
import { type RotatedPurpose, rotatedSecrets } from "#lib/secrets/rotate-secret.ts";
import { UsageError } from "./usage-error.ts";

const purposes = Object.keys(rotatedSecrets) as [RotatedPurpose, ...RotatedPurpose[]];
const purpose = z.enum(purposes, { error: `keys are ${purposes.join(", ")}` });

const command = z.discriminatedUnion("name", [
  z.object({ subject: z.literal("keys"), name: z.enum(["status", "reencrypt"]) }),
  z.object({ subject: z.literal("keys"), name: z.literal("rotate"), purpose }),
  z.object({
    subject: z.literal("keys"),
    name: z.literal("retire"),
    purpose,
    version: z
      .string({ error: "the version is missing" })
      .regex(/^[1-9]\d{0,4}$/, { error: "the version is not a number" })
      .transform(Number),
  }),
]);

export type KeyCommand = z.output<typeof command> & { json: boolean };

export const KEY_USAGE = `npm run admin -- keys <command>

  status                                           every version, and what still needs it
  rotate <key>                                     a new version
  reencrypt                                        move stored data to the current versions now
  retire <key> <version>                           end a version that nothing needs any more

  --json    print JSON

Keys: ${purposes.join(", ")}.
`;

const MAX_WORDS: Record<KeyCommand["name"], number> = {
  status: 1,
  reencrypt: 1,
  rotate: 2,
  retire: 3,
};

/** `words`: what stands after `keys`. Throws UsageError. */
export function readKeyCommand(words: string[], json: boolean): KeyCommand {
  const [name = "status", given, version] = words;
  const read = command.safeParse({ subject: "keys", name, purpose: given, version });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UsageError(
      issue?.path[0] === "name" ? `there is no command keys ${name}` : (issue?.message ?? "wrong"),
    );
  }
  if (words.length > MAX_WORDS[read.data.name]) {
    throw new UsageError(`keys ${name} was given too many arguments`);
  }
  return { ...read.data, json };
}
