import type { Answer } from "./api-client.ts";
import type { TestService } from "./test-service.ts";

/** DELETE /api/v1/users/{userId}, with an API key or with other headers in its place. */
export async function requestErasure(
  service: Pick<TestService, "url">,
  userId: string,
  by: string | Record<string, string>,
): Promise<Answer> {
  const response = await fetch(`${service.url}/api/v1/users/${userId}`, {
    method: "DELETE",
    headers: typeof by === "string" ? { "X-API-Key": by } : by,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
