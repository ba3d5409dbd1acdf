import { expect, type Page } from "@playwright/test";
import { prisma } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";
import { callFromPage } from "./call-from-page.ts";
import type { Member } from "./signed-in.ts";

/** Makes the last proof of the member ten minutes old, and waits until the service knows. */
export async function makeSessionsOld(page: Page, { email }: Member): Promise<void> {
  const steppedUpAt = new Date(Date.now() - 10 * 60 * 1000);
  await withAppDatabase(async () => {
    await prisma().session.updateMany({ where: { member: { email } }, data: { steppedUpAt } });
  });
  const change = () => callFromPage(page, "POST", "/api/console/sessions/end-others");
  await expect.poll(change).toBe(403);
}
