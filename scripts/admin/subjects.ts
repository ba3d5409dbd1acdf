import type { Subject } from "./command.ts";

// Each is loaded on demand: together they load the whole service.
const subjects: Record<string, () => Promise<{ subject: Subject }>> = {
  organization: () => import("./organization-commands.ts"),
  member: () => import("./member-commands.ts"),
  cards: () => import("./card-commands.ts"),
  payments: () => import("./payment-commands.ts"),
  escrow: () => import("./escrow-commands.ts"),
  jobs: () => import("./job-commands.ts"),
  audit: () => import("./audit-commands.ts"),
  keys: () => import("./key-commands.ts"),
  webhooks: () => import("./webhook-commands.ts"),
  ledger: () => import("./ledger-commands.ts"),
  restore: () => import("./restore-commands.ts"),
  processes: () => import("./process-commands.ts"),
};

export async function findSubject(name: string): Promise<Subject | undefined> {
  const load = Object.hasOwn(subjects, name) ? subjects[name] : undefined;
  return (await load?.())?.subject;
}

export async function listSubjects(): Promise<[string, Subject][]> {
  const loaded = Object.entries(subjects).map(
    async ([name, load]) => [name, (await load()).subject] as [string, Subject],
  );
  return await Promise.all(loaded);
}
