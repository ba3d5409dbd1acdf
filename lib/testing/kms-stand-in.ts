import {
  constants,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
} from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Call = {
  KeyId?: string;
  CiphertextBlob?: string;
  EncryptionAlgorithm?: string;
  EncryptionContext?: Record<string, string>;
};

export type KmsStandIn = AsyncDisposable & {
  /** The id of an RSA-2048 key that never leaves. */
  rsaKeyId: string;
  /** What was asked, in order. */
  calls: string[];
  /** As the operator does it, with the context of the variable. */
  encrypt(text: string, context: Record<string, string>): string;
  /** Answers every call with this error from now on; undefined: no longer. */
  failWith(type: string | undefined): void;
  /** How it refuses a ciphertext that the key does not open. */
  refuseWith(type: "InvalidCiphertextException" | "IncorrectKeyException"): void;
  /** As an alias that is made to name another key; the next call changes it back. */
  swapKeys(): void;
};

/**
 * The calls of AWS KMS that the service makes (JSON 1.1 over HTTP), with real keys. The SDK finds it by the
 * variables of this process.
 */
export async function startKmsStandIn(): Promise<KmsStandIn> {
  const aesKey = randomBytes(32);
  const rsa = generateRsaPair();
  const other = generateRsaPair();
  const rsaKeyId = "arn:aws:kms:eu-central-1:111122223333:key/escrow";
  const state = {
    isSwapped: false,
    failure: undefined as string | undefined,
    refusal: "InvalidCiphertextException",
  };
  const active = () => (state.isSwapped ? other : rsa);
  const calls: string[] = [];

  function describeKey({ KeyId }: Call) {
    if (KeyId !== rsaKeyId) throw new KmsRefusal("NotFoundException");
    const der = active().publicKey.export({ type: "spki", format: "der" });
    return { KeyId, PublicKey: der.toString("base64") };
  }

  function decrypt({ KeyId, CiphertextBlob = "", EncryptionAlgorithm, EncryptionContext }: Call) {
    const blob = Buffer.from(CiphertextBlob, "base64");
    if (EncryptionAlgorithm === "RSAES_OAEP_SHA_256") {
      if (KeyId !== rsaKeyId) throw new KmsRefusal("NotFoundException");
      const key = { key: active().privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING };
      return privateDecrypt({ ...key, oaepHash: "sha256" }, blob);
    }
    const decipher = createDecipheriv("aes-256-gcm", aesKey, blob.subarray(0, 12));
    decipher.setAAD(contextBytes(EncryptionContext)).setAuthTag(blob.subarray(12, 28));
    return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const action = String(request.headers["x-amz-target"]).replace("TrentService.", "");
    calls.push(action);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "Content-Type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(body));
    };
    const refuse = (type: string) => send(400, { __type: type, message: "no" });
    if (!/^AWS4-HMAC-SHA256 Credential=/.test(request.headers.authorization ?? "")) {
      return refuse("MissingAuthenticationToken");
    }
    if (state.failure) return refuse(state.failure);
    try {
      const call = JSON.parse(Buffer.concat(chunks).toString());
      if (action === "GetPublicKey") return send(200, describeKey(call));
      send(200, { Plaintext: decrypt(call).toString("base64") });
    } catch (error) {
      refuse(error instanceof KmsRefusal ? error.message : state.refusal);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const variables = {
    AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  Object.assign(process.env, variables);
  return {
    rsaKeyId,
    calls,
    encrypt(text, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", aesKey, iv).setAAD(contextBytes(context));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    failWith(type) {
      state.failure = type;
    },
    refuseWith(type) {
      state.refusal = type;
    },
    swapKeys() {
      state.isSwapped = !state.isSwapped;
    },
    [Symbol.asyncDispose]: async () => {
      for (const name of Object.keys(variables)) delete process.env[name];
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function generateRsaPair() {
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

class KmsRefusal extends Error {}

function contextBytes(context: Record<string, string> = {}): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort()));
}
