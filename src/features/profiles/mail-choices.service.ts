import type { Notification } from '../../shared/notifications.ts';
import { isStopped, liftStops, stopMail } from '../mail-preferences/mail-stops.service.ts';
import { addressOfStaying, userIdOf } from '../users/user-addresses.service.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';

/**
 * Whether whoever has the address `email` wants this kind of mail; for people without an account until they say no.
 * `sender`: who causes it, whose mails they may have stopped alone.
 */
export async function wantsMail(email: string, kind: Notification, sender?: string): Promise<boolean> {
  if (await isStopped(email, kind, sender)) return false;
  const userId = await accountOf(email);
  return choicesOf(userId === null ? null : await findProfile(userId))[kind];
}

/** Where a user gets this kind of mail; null for who doesn't want it, closes their account or has gone. */
export async function addressFor(userId: string, kind: Notification): Promise<string | null> {
  const email = await addressOfStaying(userId);
  return email && (await wantsMail(email, kind)) ? email : null;
}

/** Turns one kind of mail to an address on or off: in its profile where it has an account, else for the address alone. */
export async function chooseMail(email: string, kind: Notification, isWanted: boolean): Promise<void> {
  if (isWanted) await liftStops(email, [kind]);
  const userId = await accountOf(email);
  if (userId) await changeProfile(userId, { [`notifications.${kind}`]: isWanted });
  else if (!isWanted) await stopMail(email, kind);
}

function accountOf(email: string): Promise<string | null> {
  return userIdOf(email.trim().toLowerCase());
}
