/** The deadline of a call that a stand-in answers: more than it needs, however slow the machine. */
export function patientSignal(): AbortSignal {
  return AbortSignal.timeout(60_000);
}
