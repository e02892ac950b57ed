/** What staff do, in words that follow a name. */
const WORDS = new Map([
  ['event.suspended', 'suspended a VidDay.'],
  ['event.lifted', 'opened a suspended VidDay again.'],
  ['report.confirmed', 'confirmed a report.'],
  ['report.dismissed', 'dismissed a report.'],
  ['role.changed', 'changed a role.'],
  ['error.resolved', 'resolved an error.'],
  ['error.ignored', 'decided to ignore an error.'],
  ['error.open', 'reopened an error.'],
  ['switch.changed', 'changed a switch.'],
  ['impersonation.started', 'acts as a user.'],
]);

/** Acts of staff that are recorded by name. */
export const STAFF_ACTS: readonly string[] = [...WORDS.keys()];

/** Words of an act; an unknown one as it is stored. */
export function actWords(action: string): string {
  return WORDS.get(action) ?? action;
}
