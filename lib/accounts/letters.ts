import { EMAIL_CONFIRMATION_HOURS, PASSWORD_RESET_MINUTES } from "#lib/core/retention.ts";
import { type Letter, letterTime } from "#lib/mail/letter.ts";
import { publicUrl } from "#lib/public-url.ts";
import { describeDevice } from "./describe-device.ts";

/** For the reset of a password: with a link for a member, without one for other addresses. */
export function resetLetter(to: string, token: string, isMember: boolean): Letter {
  const note =
    "You received this because your address was entered on our site. If that was not you, you can ignore this email.";
  if (!isMember) {
    return {
      to,
      subject: "No account for this address",
      title: "No account for this address",
      paragraphs: [
        "A new password was requested, but there is no Sealslip account with this address. You may have signed up with another one.",
      ],
      facts: [],
      action: null,
      note,
    };
  }
  return {
    to,
    subject: "Choose a new password",
    title: "Choose a new password",
    paragraphs: [
      `The link works once, for ${PASSWORD_RESET_MINUTES} minutes. A new password signs you out everywhere.`,
    ],
    facts: [],
    // After the #, which browsers do not send, so that the token is in no log on the way.
    action: { label: "Choose a new password", url: `${publicUrl()}/reset-password#${token}` },
    note,
  };
}

/** For a new or unconfirmed address. */
export function confirmAddressLetter(to: string, token: string): Letter {
  return {
    to,
    subject: "Confirm your email address",
    title: "Confirm your email address",
    paragraphs: [
      `Open the link in the browser where you are signed in. It works once, for ${EMAIL_CONFIRMATION_HOURS} hours.`,
    ],
    facts: [],
    // After the #, which browsers do not send, so that the token is in no log on the way.
    action: { label: "Confirm the address", url: `${publicUrl()}/confirm-email#${token}` },
    note: "You received this because your address was entered for a Sealslip account. If that was not you, you can ignore this email.",
  };
}

/** For a request to move an account to an address that has an account already. */
export function takenAddressLetter(to: string): Letter {
  return {
    to,
    subject: "You have an account already",
    title: "You have an account already",
    paragraphs: [
      "A request was made to move another Sealslip account to this address, which has an account already. An address can have only one account.",
    ],
    facts: [],
    action: null,
    note: "If that was not you, you can ignore this email.",
  };
}

/** To the earlier address. */
export function emailChangedLetter(to: string, email: string): Letter {
  const title = "Your email address was changed";
  return {
    to,
    subject: title,
    title,
    paragraphs: ["Your account signs in with the new address, and email about it goes there."],
    facts: [
      ["New address", email],
      ["Time", letterTime(new Date())],
    ],
    action: null,
    note: somebodyElse,
  };
}

export function singleSignOnLetter(to: string): Letter {
  const title = "Single sign-on was connected";
  return {
    ...notice(
      to,
      title,
      "Your account was used through single sign-on for the first time, and can be used that way from now on.",
    ),
    note: somebodyElse,
  };
}

type SignInPlace = { userAgent: string | null; address: string | null; at: Date };

export function newDeviceLetter(to: string, { userAgent, address, at }: SignInPlace): Letter {
  return {
    to,
    subject: "New sign-in to your account",
    title: "New sign-in to your account",
    paragraphs: ["Your account was signed in to from a new browser."],
    facts: [
      ["Browser", describeDevice(userAgent)],
      ["Address", address ?? "unknown"],
      ["Time", letterTime(at)],
    ],
    action: null,
    note: notYou,
  };
}

export function passwordChangedLetter(to: string): Letter {
  return notice(to, "Your password was changed", "Every other session of your account has ended.");
}

/** Of a passkey or an authenticator app. */
export function secondFactorLetter(to: string, change: "added" | "removed"): Letter {
  return change === "added"
    ? notice(
        to,
        "A second factor was added",
        "Your account page lists the passkeys and the authenticator app that sign you in.",
      )
    : notice(
        to,
        "A second factor was removed",
        "A passkey or an authenticator app no longer signs in to your account.",
      );
}

/** `left`: how many codes remain. */
export function recoveryCodeLetter(to: string, left: number): Letter {
  return notice(
    to,
    "A recovery code was used",
    `Your password and one of your recovery codes were entered. That code no longer works; you have ${left} left.`,
  );
}

/** The operator reset it on request. */
export function secondFactorResetLetter(to: string, at: Date): Letter {
  return {
    ...notice(
      to,
      "Your second factor was reset",
      "The operator of the service was asked to let you in without your second factor. Your passkeys, your authenticator app, and your recovery codes no longer work, and every session has ended. Sign in with your password, and set up a new second factor.",
      at,
    ),
    action: { label: "Sign in", url: `${publicUrl()}/sign-in` },
  };
}

const somebodyElse =
  "If that was not you, another person is using your account: tell an owner of your organization, or the operator of this service, at once.";

const notYou =
  "If that was not you, another person may know your password: choose a new one with “Forgot password?” on the sign-in page, and tell an owner of your organization.";

function notice(to: string, title: string, text: string, at = new Date()): Letter {
  const facts: Letter["facts"] = [["Time", letterTime(at)]];
  return { to, subject: title, title, paragraphs: [text], facts, action: null, note: notYou };
}
