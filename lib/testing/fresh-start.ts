/** Forgets what the service keeps for a whole process, so that a test file finds a fresh one. */
export function startFresh(): void {
  const kept = Object.keys(globalThis).filter((name) => name.startsWith("sealslip"));
  for (const name of kept) Reflect.deleteProperty(globalThis, name);
}
