import { z } from "zod";
import { endSessionsOf, resetSecondFactor } from "#lib/accounts/operate.ts";
import { emailText } from "#lib/core/text.ts";
import { defineCommand, type Subject } from "./command.ts";

const email = z.string({ error: "the email is missing" }).pipe(emailText);

export const subject: Subject = {
  commands: {
    "end-sessions": defineCommand({
      takes: "<email>",
      does: "sign the member out everywhere",
      words: { email },
      run: async (member) => {
        const result = await endSessionsOf(member);
        return { result, text: `${result.email} is signed out everywhere` };
      },
    }),
    "reset-second-factor": defineCommand({
      takes: "<email>",
      does: "remove passkeys, app, and recovery codes, and end the\nsessions; make sure first who is asking",
      destroys: "The member's passkeys, app, recovery codes, and sessions are gone.",
      words: { email },
      run: async (member) => {
        const result = await resetSecondFactor(member);
        return { result, text: `${result.email} signs in with the password alone` };
      },
    }),
  },
};
