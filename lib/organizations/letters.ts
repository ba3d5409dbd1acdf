import { type Role, roleWithArticle } from "#lib/core/permissions.ts";
import { INVITATION_DAYS, SIGN_UP_HOURS, UNUSED_KEY_DAYS } from "#lib/core/retention.ts";
import { type Letter, letterTime, plainName } from "#lib/mail/letter.ts";
import { publicUrl } from "#lib/public-url.ts";

/**
 * For a sign-up: with a link if the address has no account yet. The name of the organization stays out of it:
 * a stranger who signs up with this address must not get a text of theirs sent to it.
 */
export function signUpLetter(to: string, token: string, isMember: boolean): Letter {
  const note =
    "You received this because your address was entered on our site. If that was not you, you can ignore this email.";
  if (isMember) {
    return {
      to,
      subject: "You have an account already",
      title: "You have an account already",
      paragraphs: [
        "A request was made to create a Sealslip account with this address, which has one already. If you have forgotten the password, the sign-in page sends you a link for a new one.",
      ],
      facts: [],
      action: { label: "Sign in", url: `${publicUrl()}/sign-in` },
      note,
    };
  }
  return {
    to,
    subject: "Confirm your email address",
    title: "Confirm your email address",
    paragraphs: [
      `Choose a password, and your Sealslip account is ready. The link works once, for ${SIGN_UP_HOURS} hours.`,
    ],
    facts: [],
    // After the #, which browsers do not send, so that the token is in no log on the way.
    action: { label: "Choose a password", url: `${publicUrl()}/confirm#${token}` },
    note,
  };
}

type Invited = {
  id: string;
  email: string;
  role: Role;
  token: string;
  organization: string;
  invitedBy: string;
};

export function invitationLetter({
  id: about,
  email: to,
  role,
  token,
  organization,
  invitedBy,
}: Invited): Letter {
  const name = plainName(organization);
  return {
    to,
    about,
    subject: `Join ${name} on Sealslip`,
    title: `Join ${name}`,
    paragraphs: [
      `You were invited as ${roleWithArticle[role]}. The link works once, for ${INVITATION_DAYS} days.`,
    ],
    facts: [["Invited by", invitedBy]],
    action: { label: "Accept the invitation", url: `${publicUrl()}/invite#${token}` },
    note: "If you do not know who invited you, you can ignore this email.",
  };
}

export function memberJoinedLetter(
  to: string,
  { email, role, organization }: { email: string; role: Role; organization: string },
): Letter {
  const name = plainName(organization);
  return {
    to,
    subject: `New member of ${name}`,
    title: `New member of ${name}`,
    paragraphs: ["An invitation to your organization was accepted."],
    facts: [
      ["Member", email],
      ["Role", role],
      ["Time", letterTime(new Date())],
    ],
    action: null,
    note: forOwners,
  };
}

export type NoticedKey = {
  name: string;
  hint: string;
  environment: string;
  /** Of the member who created it; null if they have left. */
  createdBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

type NoticedKeys = { organization: string; keys: readonly NoticedKey[] };

export function keysCreatedLetter(to: string, { organization, keys }: NoticedKeys): Letter {
  const what = keys.length === 1 ? "A new API key" : `${keys.length} new API keys`;
  const title = `${what} of ${plainName(organization)}`;
  return {
    to,
    subject: title,
    title,
    paragraphs: ["A holder of such a key can call the API in your name."],
    facts: listKeys(keys, ({ createdBy, createdAt }) => {
      return `by ${createdBy ?? "a former member"}, ${letterTime(createdAt)}`;
    }),
    action: null,
    note: `${forOwners} If you do not recognize a key, revoke it in the console.`,
  };
}

export function keysUnusedLetter(to: string, { organization, keys }: NoticedKeys): Letter {
  const what = keys.length === 1 ? "An API key" : `${keys.length} API keys`;
  const title = `${what} of ${plainName(organization)}: unused for ${UNUSED_KEY_DAYS} days`;
  return {
    to,
    subject: title,
    title,
    paragraphs: ["An unused key only helps a thief. Revoke keys that you do not need."],
    facts: listKeys(keys, ({ lastUsedAt }) => {
      return lastUsedAt ? `last used ${letterTime(lastUsedAt)}` : "never used";
    }),
    action: null,
    note: forOwners,
  };
}

const MAX_LISTED = 20;

function listKeys(
  keys: readonly NoticedKey[],
  status: (key: NoticedKey) => string,
): Letter["facts"] {
  const listed = keys.slice(0, MAX_LISTED).map((key): [string, string] => {
    return [`${plainName(key.name)} (${key.hint}, ${key.environment})`, status(key)];
  });
  const more = keys.length - listed.length;
  return more === 0 ? listed : [...listed, ["And", `${more} more, which the console lists`]];
}

const forOwners = "You received this because you are an owner of the organization.";
