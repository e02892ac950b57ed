import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import type { Notification } from '../../../shared/notifications.ts';
import { MailStopModel } from '../mail-preferences/mail-stop.model.ts';
import { type StoredUser, UserModel } from '../users/user.model.ts';
import { changeProfile, choicesOf, findProfile } from './profile-store.ts';

/**
 * Whether whoever has the address `email` wants this kind of mail; for people without an account until they say no.
 * `sender`: who causes it, whose mails they may have stopped alone.
 */
export async function wantsMail(email: string, kind: Notification, sender?: string): Promise<boolean> {
  const stops = [stopId(email, kind), ...(sender ? [senderStopId(email, sender)] : [])];
  if (await MailStopModel.exists({ _id: { $in: stops } })) return false;
  const userId = await userIdOf(email);
  return choicesOf(userId === null ? null : await findProfile(userId))[kind];
}

/** Where a user gets this kind of mail; null for who doesn't want it, closes their account or has gone. */
export async function addressFor(userId: string, kind: Notification): Promise<string | null> {
  if (!Types.ObjectId.isValid(userId)) return null;
  const user = await UserModel.findOne({ _id: userId, deletionDueAt: null }, 'email').lean<Pick<StoredUser, 'email'>>();
  return user && (await wantsMail(user.email, kind)) ? user.email : null;
}

/** Turns one kind of mail to an address on or off: in its profile where it has an account, else for the address alone. */
export async function chooseMail(email: string, kind: Notification, isWanted: boolean): Promise<void> {
  const _id = stopId(email, kind);
  if (isWanted) await MailStopModel.deleteOne({ _id });
  const userId = await userIdOf(email);
  if (userId) {
    await changeProfile(userId, { [`notifications.${kind}`]: isWanted });
  } else if (!isWanted) {
    await MailStopModel.updateOne({ _id }, { $setOnInsert: { stoppedAt: new Date() } }, { upsert: true });
  }
}

/** Whether an address takes mails that one sender causes, of any kind. */
export async function takesSender(email: string, sender: string): Promise<boolean> {
  return !(await MailStopModel.exists({ _id: senderStopId(email, sender) }));
}

/** Turns all mails that one sender causes on or off for an address. */
export async function chooseSender(email: string, sender: string, isWanted: boolean): Promise<void> {
  const _id = senderStopId(email, sender);
  if (isWanted) await MailStopModel.deleteOne({ _id });
  else await MailStopModel.updateOne({ _id }, { $setOnInsert: { stoppedAt: new Date() } }, { upsert: true });
}

/** What an address was stopped for before it had an account holds until its owner wants it. */
export async function forgetStops(email: string, kinds: readonly Notification[]): Promise<void> {
  if (kinds.length === 0) return;
  await MailStopModel.deleteMany({ _id: { $in: kinds.map((kind) => stopId(email, kind)) } });
}

async function userIdOf(email: string): Promise<string | null> {
  const user = await UserModel.findOne({ email: email.trim().toLowerCase() }, '_id').lean<Pick<StoredUser, '_id'>>();
  return user && String(user._id);
}

function stopId(email: string, kind: Notification): string {
  return createHash('sha256').update(`${kind}\n${email.trim().toLowerCase()}`).digest('base64url');
}

function senderStopId(email: string, sender: string): string {
  return createHash('sha256').update(`from ${sender}\n${email.trim().toLowerCase()}`).digest('base64url');
}
