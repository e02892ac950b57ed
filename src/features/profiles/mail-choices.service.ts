import { recordOf } from '../../shared/known-values.ts';
import { CAUSED_BY_OTHERS, type MailPace, NOTIFICATION_NAMES, type Notification } from '../../shared/notifications.ts';
import { isStopped, liftStops, stopMail, stoppedKinds } from '../mail-preferences/mail-stops.service.ts';
import { addressOfStaying, confirmedUserIdOf, userIdOf } from '../users/user-addresses.service.ts';
import type { UserRecord } from '../users/user-record.service.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';

type Addressed = Pick<UserRecord, 'email' | 'verifiedAt'>;

/**
 * Whether the owner of an address wants this kind of mail; without an account, yes until they stop it.
 * @param sender who causes the mail; their mails can be stopped alone
 */
export async function wantsMail(email: string, kind: Notification, sender?: string): Promise<boolean> {
  if (await isStopped(email, kind, sender)) return false;
  const userId = await accountOf(email, kind);
  return choicesOf(userId === null ? null : await findProfile(userId))[kind];
}

/**
 * The address for a mail of its own; null if the user does not want this kind, gets it with the news of the day, or
 * their account is closing or deleted.
 */
export async function addressFor(userId: string, kind: Notification): Promise<string | null> {
  const plan = await newsPlanOf(userId, [kind]);
  return plan && plan.kinds.length > 0 && !(plan.pace === 'daily' && plan.isWanted) ? plan.email : null;
}

/** How a user gets news by mail. */
export interface NewsPlan {
  email: string;
  /** Whether they want gathered mails. */
  isWanted: boolean;
  pace: MailPace;
  /** IANA; null if unknown. */
  timeZone: string | null;
  /** Those of the asked kinds that they want. */
  kinds: Notification[];
}

/** Null if the account is closing or deleted. */
export async function newsPlanOf(userId: string, kinds: readonly Notification[]): Promise<NewsPlan | null> {
  const email = await addressOfStaying(userId);
  if (!email) return null;
  const profile = await findProfile(userId);
  const choices = choicesOf(profile);
  const wants = async (kind: Notification) => choices[kind] && !(await isStopped(email, kind));
  const wanted = await Promise.all(kinds.map(wants));
  return {
    email,
    isWanted: await wants('news'),
    pace: profile?.mailPace ?? 'soon',
    timeZone: profile?.timeZone ?? null,
    kinds: kinds.filter((_kind, at) => wanted[at]),
  };
}

/** Turns one kind of mail on or off for an address, and in the profile of its account. */
export async function chooseMail(email: string, kind: Notification, isWanted: boolean): Promise<void> {
  if (isWanted) await liftStops(email, [kind]);
  else await stopMail(email, kind);
  const userId = await accountOf(email, kind);
  if (userId) await changeProfile(userId, { [`notifications.${kind}`]: isWanted });
}

/** Before an address leaves its account: what its owner does not want from others holds on. */
export async function keepStops(userId: string, email: string): Promise<void> {
  const choices = choicesOf(await findProfile(userId));
  for (const kind of CAUSED_BY_OTHERS) if (!choices[kind]) await stopMail(email, kind);
}

/** Which mails an account gets: those that it chose, without those that its address stopped. */
export async function shownChoices(
  user: Addressed,
  choices: Record<Notification, boolean>,
): Promise<Record<Notification, boolean>> {
  const stopped = await stoppedKinds(user.email, decidedBy(user, NOTIFICATION_NAMES));
  return recordOf(NOTIFICATION_NAMES, (kind) => choices[kind] && !stopped.includes(kind));
}

/** Lifts the stops of an account's address, as far as it may, for kinds of mail that it chose again. */
export async function liftOwnStops(user: Addressed, kinds: readonly Notification[]): Promise<void> {
  await liftStops(user.email, decidedBy(user, kinds));
}

/** Those among `kinds` that an account decides about. */
function decidedBy({ verifiedAt }: Addressed, kinds: readonly Notification[]): Notification[] {
  return kinds.filter((kind) => verifiedAt || !isOwners(kind));
}

/** The account that decides about a kind of mail to an address. */
function accountOf(email: string, kind: Notification): Promise<string | null> {
  return (isOwners(kind) ? confirmedUserIdOf : userIdOf)(email.trim().toLowerCase());
}

/** Mails that also come without an account are for the owner of the address: a stranger may have registered it. */
function isOwners(kind: Notification): boolean {
  return CAUSED_BY_OTHERS.some((each) => each === kind);
}
