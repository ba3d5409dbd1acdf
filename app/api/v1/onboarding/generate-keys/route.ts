import { generateKeysOperation } from "#lib/contract/onboarding.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { generateKeys } from "#lib/services/onboarding/generate-keys.ts";

export const POST = endpoint(generateKeysOperation, async () => ok(await generateKeys()));
