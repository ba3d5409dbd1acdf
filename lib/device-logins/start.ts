import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { createUserCode } from "#lib/crypto/user-code.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { takeOne } from "#lib/limits/count-wrong.ts";
import { publicUrl } from "#lib/public-url.ts";
import { DEVICE_LOGIN_MINUTES, POLL_SECONDS, type StartedLogin } from "./contract.ts";
import { deleteExpired, insertLogin } from "./store.ts";

/** Each adds a row without a sign-in. */
const startsPerAddress = { name: "device-logins", points: 60, seconds: 10 * 60 };

/** Starts a sign-in, which a member has to approve. Throws `rate_limit_exceeded`. */
export async function startDeviceLogin({
  deviceName,
  address,
}: {
  deviceName: string;
  address: string;
}): Promise<StartedLogin> {
  await takeOne({
    kind: startsPerAddress,
    holder: addressBlock(address),
    message: "Too many sign-ins were started from this address",
  });
  const deviceCode = createToken("dvc");
  const userCode = createUserCode();
  const createdAt = new Date();
  const expiresInSeconds = DEVICE_LOGIN_MINUTES * 60;
  await insertLogin({
    deviceCodeHash: hashToken(deviceCode),
    userCode,
    deviceName,
    address,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1000),
    intervalSeconds: POLL_SECONDS,
  });
  const verificationUrl = `${publicUrl()}/device?code=${userCode}`;
  return { deviceCode, userCode, verificationUrl, expiresInSeconds, intervalSeconds: POLL_SECONDS };
}

/** Removes sign-ins that have ended. */
export async function pruneDeviceLogins(): Promise<undefined> {
  await deleteExpired();
}
