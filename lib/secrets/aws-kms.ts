import {
  DecryptCommand,
  GetPublicKeyCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  KMSServiceException,
} from "@aws-sdk/client-kms";
import { encodeBase64 } from "#lib/crypto/bytes.ts";
import { wrongKey } from "#lib/crypto/content-key.ts";
import { type KeyService, KeyServiceError } from "./key-service.ts";

const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
const ANSWER_MS = 5_000;

/**
 * AWS Key Management Service. The SDK finds region, credentials, and endpoint itself: in the variables AWS_…,
 * the files in ~/.aws, or the role of the machine.
 */
export function openAwsKms(): KeyService {
  const client = new KMSClient({
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  });
  return {
    async decrypt(CiphertextBlob, secret) {
      // Binds a value to its variable: it does not decrypt as another.
      const EncryptionContext = { service: "sealslip", secret };
      const { Plaintext } = await ask(() =>
        client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext })),
      );
      return new TextDecoder().decode(required(Plaintext));
    },
    async getPublicKey(KeyId) {
      const { PublicKey } = await ask(() => client.send(new GetPublicKeyCommand({ KeyId })));
      return encodeBase64(required(PublicKey));
    },
    async unwrap(KeyId, CiphertextBlob) {
      const EncryptionAlgorithm = "RSAES_OAEP_SHA_256";
      const { Plaintext } = await ask(() =>
        client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionAlgorithm })),
      ).catch(toWrongKey);
      // An empty message can be wrapped, too.
      if (!Plaintext) throw wrongKey();
      return new Uint8Array(Plaintext);
    },
  };
}

/** What Decrypt answers for a ciphertext that it has tried; all its other errors say nothing of the ciphertext. */
function toWrongKey(error: unknown): never {
  const cause = error instanceof KeyServiceError ? error.cause : undefined;
  const isTried =
    cause instanceof InvalidCiphertextException || cause instanceof IncorrectKeyException;
  throw isTried ? wrongKey() : error;
}

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof KMSServiceException ? cause.name : "no answer";
    throw new KeyServiceError(`AWS KMS refused or did not answer (${reason})`, { cause });
  }
}

function required(bytes: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  if (!bytes) throw new KeyServiceError("AWS KMS answered without the bytes that were asked for");
  return new Uint8Array(bytes);
}
