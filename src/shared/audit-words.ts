import { isKeyOf, keysOf } from './known-values.ts';

type ActName = `${string}.${string}`;

/** What staff do, in words that follow a name. */
const STAFF_WORDS = {
  'event.suspended': 'suspended a VidDay.',
  'event.lifted': 'opened a suspended VidDay again.',
  'event.extended': 'moved a deadline.',
  'event.transferred': 'gave a VidDay to another account.',
  'event.restored': 'restored a deleted VidDay.',
  'event.packaged': 'downloaded everything of a VidDay.',
  'clip.hidden': 'took a clip out.',
  'clip.shown': 'showed a clip again.',
  'clip.cleared': 'looked at a clip, and cleared it.',
  'clip.downloaded': 'downloaded a clip as it was uploaded.',
  'render.made': 'made a film at the desk.',
  'render.retried': 'tried a film again.',
  'render.cancelled': 'cancelled a film.',
  'render.published': 'published a film.',
  'job.retried': 'tried a job again.',
  'job.cancelled': 'cancelled a job.',
  'payment.refunded': 'gave money back.',
  'payment.resent': 'mailed a payment again.',
  'refund.settled': 'settled a refund that had failed.',
  'membership.refunded': 'gave money of a membership back.',
  'promo.created': 'made a promo code.',
  'promo.ended': 'ended a promo code.',
  'report.confirmed': 'confirmed a report.',
  'report.dismissed': 'dismissed a report.',
  'role.changed': 'changed a role.',
  'announcement.created': 'planned an announcement.',
  'announcement.changed': 'changed an announcement.',
  'announcement.deleted': 'deleted an announcement.',
  'letter.sent': 'sent a letter to an audience.',
  'letter.stopped': 'stopped a letter.',
  'theme.created': 'made a theme for everybody.',
  'theme.changed': 'changed a theme of everybody.',
  'theme.deleted': 'deleted a theme of everybody.',
  'theme.restored': 'restored a theme of everybody.',
  'track.added': 'added music for everybody.',
  'track.changed': 'changed music of everybody.',
  'track.removed': 'removed music of everybody.',
  'idea.changed': 'changed an idea.',
  'idea.merged': 'merged an idea into another.',
  'chat.handed-over': 'handed a chat over.',
  'canned-answer.created': 'saved a reply for the chat.',
  'canned-answer.changed': 'changed a saved reply of the chat.',
  'canned-answer.deleted': 'deleted a saved reply of the chat.',
  'error.resolved': 'resolved an error.',
  'error.ignored': 'decided to ignore an error.',
  'error.open': 'reopened an error.',
  'switch.changed': 'changed a switch.',
  'user.suspended': 'suspended an account.',
  'user.lifted': 'opened a suspended account again.',
  'user.signed-out': 'signed somebody out everywhere.',
  'impersonation.started': 'began to act as a user.',
  'list.exported': 'downloaded a list.',
} as const satisfies Record<ActName, string>;

/** What happens to accounts, by their owners, by strangers, and by the app itself, which is named “VidDay”. */
const ACCOUNT_WORDS = {
  'account.made': 'made an account.',
  'account.disowned': 'locked out the person who made this account with another’s address.',
  'account.exported': 'downloaded everything about their account.',
  'account.purged': 'deleted an account for good.',
  'address.proved': 'proved that the address is theirs.',
  'deletion.asked': 'asked us to delete their account.',
  'deletion.undone': 'decided to keep their account.',
  'email.change-asked': 'asked to change their address.',
  'email.changed': 'changed their address.',
  'email.confirmed': 'confirmed their address.',
  'identity.linked': 'added another way to log in.',
  'identity.unlinked': 'removed a way to log in.',
  'provider.refused': 'could not log somebody in by another service.',
  'passkey.added': 'added a passkey.',
  'passkey.removed': 'removed a passkey.',
  'passkey.refused': 'refused a passkey.',
  'password.set': 'chose a first password.',
  'password.changed': 'changed their password.',
  'password.reset': 'chose a new password by a mailed link.',
  'password.closed': 'typed a wrong password too often, and has to wait.',
  'recovery-code.used': 'used a recovery code.',
  'recovery-codes.renewed': 'made new recovery codes.',
  'second-factor.on': 'turned the second step on.',
  'second-factor.off': 'turned the second step off.',
  'second-factor.closed': 'stopped codes after too many wrong ones.',
  'sign-in.done': 'logged in.',
  'sign-in.closed': 'stopped log-ins after too many wrong passwords.',
} as const satisfies Record<ActName, string>;

/** Every request of staff that may change something, also one that was refused. */
const REQUEST_WORDS = {
  'staff.wrote': 'sent a change.',
  'impersonation.wrote': 'sent a change as this user.',
  'impersonation.stopped': 'stopped acting as a user.',
} as const satisfies Record<ActName, string>;

const WORDS = { ...STAFF_WORDS, ...ACCOUNT_WORDS, ...REQUEST_WORDS };

/** Everything that is recorded: a new act needs its words here. */
export type ActAction = keyof typeof WORDS;

/** Acts of staff that are recorded by name. */
export const STAFF_ACTS: readonly ActAction[] = keysOf(STAFF_WORDS);

/** All acts, as the list of the log offers them. */
export const ACT_GROUPS: readonly { label: string; actions: readonly ActAction[] }[] = [
  { label: 'By staff', actions: STAFF_ACTS },
  { label: 'About accounts', actions: keysOf(ACCOUNT_WORDS) },
  { label: 'All requests by staff', actions: keysOf(REQUEST_WORDS) },
];

/** Words of an act; one that is not recorded any more, as it is stored. */
export function actWords(action: string): string {
  return isKeyOf(WORDS, action) ? WORDS[action] : action;
}

/** Words of an act on its own, for choosing it: "Took a clip out". */
export function actLabel(action: ActAction): string {
  const words = actWords(action).replace(/\.$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
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
