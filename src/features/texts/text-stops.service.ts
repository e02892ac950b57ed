import { createHash } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { textsChosen } from './domain-events.ts';
import { TextStopModel } from './text-stop.model.ts';
import { texts } from './texts.parts.ts';

/** Twilio’s words, alone in a message, in any case. START also lifts its own block. */
const STOP = /^(?:stop|stopall|unsubscribe|cancel|end|quit|optout|revoke|arret|arrêt)$/i;
const START = /^(?:start|unstop|yes)$/i;

/** Whether texts that nobody asked for at this moment reach anybody: in production, not without Twilio’s keys. */
export function reachesByText(): boolean {
  return !texts().isSandbox || platform().config.env !== 'production';
}

/** Whether the owner of a number takes our texts. */
export async function takesTexts(phone: string): Promise<boolean> {
  return (await TextStopModel.exists({ _id: idOf(phone) })) === null;
}

/**
 * Stops all texts to a number for good, or allows them again, as an incoming message says; other words change nothing.
 * @param optOut Twilio’s own reading, if it has one
 */
export async function readAnswer(phone: string, { words, optOut }: { words: string; optOut: string }): Promise<void> {
  const said = words.trim();
  if (optOut === 'STOP' || STOP.test(said)) await stopTexts(phone);
  else if (optOut === 'START' || START.test(said)) await chosen(phone, false);
}

/** Stops all texts to a number for good. Idempotent. */
export async function stopTexts(phone: string): Promise<void> {
  await chosen(phone, true);
}

async function chosen(phone: string, isStopped: boolean): Promise<void> {
  const _id = idOf(phone);
  if (isStopped) await TextStopModel.updateOne({ _id }, { $setOnInsert: { stoppedAt: new Date() } }, { upsert: true });
  else if ((await TextStopModel.deleteOne({ _id })).deletedCount === 0) return;
  for (const err of await textsChosen.emit({ phone, isStopped })) {
    platform().log.error({ err }, 'a stop of texts could not be shown');
  }
}

function idOf(phone: string): string {
  return createHash('sha256').update(`text\n${phone}`).digest('base64url');
}
