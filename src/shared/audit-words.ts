/** What staff do, in words that follow a name. */
const WORDS = new Map([
  ['event.suspended', 'suspended a VidDay.'],
  ['event.lifted', 'opened a suspended VidDay again.'],
  ['event.extended', 'moved a deadline.'],
  ['event.transferred', 'gave a VidDay to another account.'],
  ['event.restored', 'restored a deleted VidDay.'],
  ['event.packaged', 'downloaded everything of a VidDay.'],
  ['clip.hidden', 'took a clip out.'],
  ['clip.shown', 'showed a clip again.'],
  ['clip.cleared', 'looked at a clip, and cleared it.'],
  ['clip.downloaded', 'downloaded a clip as it was uploaded.'],
  ['render.made', 'made a film at the desk.'],
  ['render.retried', 'tried a film again.'],
  ['render.cancelled', 'cancelled a film.'],
  ['job.retried', 'tried a job again.'],
  ['job.cancelled', 'cancelled a job.'],
  ['render.published', 'published a film.'],
  ['payment.refunded', 'gave money back.'],
  ['payment.resent', 'mailed a payment again.'],
  ['refund.settled', 'settled a refund that had failed.'],
  ['membership.refunded', 'gave money of a membership back.'],
  ['report.confirmed', 'confirmed a report.'],
  ['report.dismissed', 'dismissed a report.'],
  ['role.changed', 'changed a role.'],
  ['announcement.created', 'planned an announcement.'],
  ['announcement.changed', 'changed an announcement.'],
  ['announcement.deleted', 'deleted an announcement.'],
  ['idea.changed', 'changed an idea.'],
  ['idea.merged', 'merged an idea into another.'],
  ['chat.handed-over', 'handed a chat over to'],
  ['canned-answer.created', 'saved a reply for the chat.'],
  ['canned-answer.changed', 'changed a saved reply of the chat.'],
  ['canned-answer.deleted', 'deleted a saved reply of the chat.'],
  ['error.resolved', 'resolved an error.'],
  ['error.ignored', 'decided to ignore an error.'],
  ['error.open', 'reopened an error.'],
  ['switch.changed', 'changed a switch.'],
  ['user.suspended', 'suspended an account.'],
  ['user.lifted', 'opened a suspended account again.'],
  ['user.signed-out', 'signed somebody out everywhere.'],
  ['impersonation.started', 'acts as a user.'],
  ['list.exported', 'downloaded a list.'],
]);

/** Acts of staff that are recorded by name. */
export const STAFF_ACTS: readonly string[] = [...WORDS.keys()];

/** Words of an act; an unknown one as it is stored. */
export function actWords(action: string): string {
  return WORDS.get(action) ?? action;
}

/** An act as it is shown. */
export interface ActLine {
  id: string;
  at: string;
  who: string;
  /** Whose account it concerns; null for none, or one that is gone. */
  subject: string | null;
  what: string;
  /** May be empty. */
  why: string;
}
