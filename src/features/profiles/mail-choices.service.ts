import type { Notification } from '../../shared/notifications.ts';
import { isStopped, liftStops, stopMail } from '../mail-preferences/mail-stops.service.ts';
import { addressOfStaying, userIdOf } from '../users/user-addresses.service.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';

/**
 * Whether the owner of an address wants this kind of mail; without an account, yes until they stop it.
 * @param sender who causes the mail; their mails can be stopped alone
 */
export async function wantsMail(email: string, kind: Notification, sender?: string): Promise<boolean> {
  if (await isStopped(email, kind, sender)) return false;
  const userId = await accountOf(email);
  return choicesOf(userId === null ? null : await findProfile(userId))[kind];
}

/** The address for this kind of mail; null if the user does not want it, or their account is closing or deleted. */
export async function addressFor(userId: string, kind: Notification): Promise<string | null> {
  const email = await addressOfStaying(userId);
  return email && (await wantsMail(email, kind)) ? email : null;
}

/** Turns one kind of mail on or off: in the profile if the address has an account, otherwise for the address. */
export async function chooseMail(email: string, kind: Notification, isWanted: boolean): Promise<void> {
  if (isWanted) await liftStops(email, [kind]);
  const userId = await accountOf(email);
  if (userId) await changeProfile(userId, { [`notifications.${kind}`]: isWanted });
  else if (!isWanted) await stopMail(email, kind);
}

function accountOf(email: string): Promise<string | null> {
  return userIdOf(email.trim().toLowerCase());
}
