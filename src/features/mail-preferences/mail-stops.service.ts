import { createHash } from 'node:crypto';
import type { Notification } from '../../shared/notifications.ts';
import { MailStopModel } from './mail-stop.model.ts';

/**
 * Whether an address stopped a kind of mail.
 * @param sender who causes the mail; their mails can be stopped alone
 */
export async function isStopped(email: string, kind: Notification, sender?: string): Promise<boolean> {
  const stops = [stopId(email, kind), ...(sender ? [senderStopId(email, sender)] : [])];
  return (await MailStopModel.exists({ _id: { $in: stops } })) !== null;
}

/** Those among `kinds` of mail that an address stopped. */
export async function stoppedKinds(email: string, kinds: readonly Notification[]): Promise<Notification[]> {
  const ids = kinds.map((kind) => stopId(email, kind));
  const stopped = new Set((await MailStopModel.find({ _id: { $in: ids } }, { _id: 1 }).lean()).map(({ _id }) => _id));
  return kinds.filter((_kind, at) => stopped.has(ids[at] ?? ''));
}

/** Stops one kind of mail to an address. */
export function stopMail(email: string, kind: Notification): Promise<void> {
  return addStop(stopId(email, kind));
}

/** Removes stops, once the owner of the address chooses these mails again. */
export async function liftStops(email: string, kinds: readonly Notification[]): Promise<void> {
  if (kinds.length === 0) return;
  await MailStopModel.deleteMany({ _id: { $in: kinds.map((kind) => stopId(email, kind)) } });
}

/** Whether an address takes mails that one sender causes, of any kind. */
export async function takesSender(email: string, sender: string): Promise<boolean> {
  return !(await MailStopModel.exists({ _id: senderStopId(email, sender) }));
}

/** Turns all mails that one sender causes on or off for an address. */
export async function chooseSender(email: string, sender: string, isWanted: boolean): Promise<void> {
  const _id = senderStopId(email, sender);
  if (isWanted) await MailStopModel.deleteOne({ _id });
  else await addStop(_id);
}

async function addStop(_id: string): Promise<void> {
  await MailStopModel.updateOne({ _id }, { $setOnInsert: { stoppedAt: new Date() } }, { upsert: true });
}

function stopId(email: string, kind: Notification): string {
  return createHash('sha256').update(`${kind}\n${email.trim().toLowerCase()}`).digest('base64url');
}

function senderStopId(email: string, sender: string): string {
  return createHash('sha256').update(`from ${sender}\n${email.trim().toLowerCase()}`).digest('base64url');
}
