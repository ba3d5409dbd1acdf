import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskey, PasskeyAnswer } from "#lib/accounts/contract-passkeys.ts";

/** What an authenticator says of itself; each can be made to lie. */
export type AuthenticatorOptions = {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  /** What it has counted, this use included; 0 for one that does not count. */
  count?: number;
  backupEligible?: boolean;
  backedUp?: boolean;
  challenge?: string;
  type?: string;
};

type Asked = { challenge: string };

/** An ES256 passkey and its authenticator in memory, for what a browser would send. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString("base64url");
  userHandle: string | undefined;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to a request for a new passkey. */
  create(
    { user, ...asked }: Asked & { user: { id: string } },
    options: AuthenticatorOptions & { attestation?: Map<string, unknown>; format?: string } = {},
  ): NewPasskey {
    this.userHandle = user.id;
    const { format = "none", attestation = new Map() } = options;
    const authData = Buffer.concat([
      this.#authenticatorData(options, FLAG_ATTESTED),
      Buffer.alloc(16),
      Buffer.from([0, 16]),
      Buffer.from(this.id, "base64url"),
      isoCBOR.encode(coseKey(this.#keys.publicKey)),
    ]);
    const object = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", attestation],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", asked, options).toString("base64url"),
        attestationObject: Buffer.from(
          isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]),
        ).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** The answer to a request for a signature. */
  answer(asked: Asked, options: AuthenticatorOptions = {}): PasskeyAnswer {
    const authenticatorData = this.#authenticatorData(options, 0);
    const clientData = this.#clientData("webauthn.get", asked, options);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
        userHandle: this.userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const };
  }

  #clientData(type: string, asked: Asked, options: AuthenticatorOptions): Buffer {
    const { origin = this.#origin, challenge = asked.challenge } = options;
    const data = { type: options.type ?? type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  /** WebAuthn level 3 section 6.1 */
  #authenticatorData(options: AuthenticatorOptions, flags: number): Buffer {
    const { rpId = new URL(this.#origin).hostname, userVerified = true, count = 0 } = options;
    const { backupEligible = true, backedUp = true } = options;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const state =
      FLAG_PRESENT |
      (userVerified ? FLAG_VERIFIED : 0) |
      (backupEligible ? FLAG_BACKUP_ELIGIBLE : 0) |
      (backedUp ? FLAG_BACKED_UP : 0);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([state | flags]), counter]);
  }
}

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_BACKUP_ELIGIBLE = 0x08;
const FLAG_BACKED_UP = 0x10;
const FLAG_ATTESTED = 0x40;

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** RFC 9053 section 7.1.1 */
function coseKey(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
}
