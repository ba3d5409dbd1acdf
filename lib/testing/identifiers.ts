import type { IdentifierKind } from "#lib/core/vocabulary.ts";
import { type Answer, type ApiClient, randomHashedPan } from "./api-client.ts";
import type { TestService } from "./test-service.ts";

/** Adds an identifier to a user, by default one that nobody has. */
export async function addIdentifier(
  api: Pick<ApiClient, "post">,
  userId: string,
  kind: IdentifierKind,
  hash = randomHashedPan(),
): Promise<Answer> {
  return await api.post(`/users/${userId}/identifiers`, { body: { kind, hash } });
}

export async function endIdentifier(
  { url }: Pick<TestService, "url">,
  key: string,
  userId: string,
  identifierId: string,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/users/${userId}/identifiers/${identifierId}`, {
    method: "DELETE",
    headers: { "X-API-Key": key },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
