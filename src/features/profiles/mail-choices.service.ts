import { CAUSED_BY_OTHERS, type MailPace, type Notification } from '../../shared/notifications.ts';
import { isStopped, liftStops, stopMail } from '../mail-preferences/mail-stops.service.ts';
import { addressOfStaying, confirmedUserIdOf, userIdOf } from '../users/user-addresses.service.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';

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

/** The account that decides; for mails that also come without one, only the owner's: a stranger may have registered it. */
function accountOf(email: string, kind: Notification): Promise<string | null> {
  const isCausedByOthers = CAUSED_BY_OTHERS.some((each) => each === kind);
  return (isCausedByOthers ? confirmedUserIdOf : userIdOf)(email.trim().toLowerCase());
}
