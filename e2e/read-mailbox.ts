import { type APIRequestContext, expect } from "@playwright/test";

/** The link in the latest letter to an address, once it is another than `earlier`. */
export async function readLink(
  request: APIRequestContext,
  to: string,
  earlier?: string,
): Promise<string> {
  const found: { link: string | undefined } = { link: undefined };
  await expect(async () => {
    const { mails } = await get(request, "/api/mail");
    const mail = mails.find((listed: { to: string }) => listed.to === to);
    expect(mail, `no letter to ${to}`).toBeTruthy();
    const { text } = await get(request, `/api/mail/${mail.id}`);
    found.link = /^http\S+#\S+$/m.exec(text)?.[0];
    expect(found.link).toBeTruthy();
    expect(found.link).not.toBe(earlier);
  }).toPass({ intervals: [100, 300, 1000] });
  return found.link ?? "";
}

async function get(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}
