import { isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { textLost } from './domain-events.ts';
import { type TextJobData, textJobs } from './job-types.ts';
import { type StoredText, TextModel } from './text.model.ts';
import { STOPPED, wordsForFailure } from './text-failures.service.ts';
import { stopTexts, takesTexts } from './text-stops.service.ts';
import { texts } from './texts.parts.ts';

/** Twilio’s webhooks. */
export const STATUS_PATH = '/api/twilio/status';
export const INCOMING_PATH = '/api/twilio/incoming';

/** Enqueues a text; idempotent by its key. */
export async function enqueueText(text: TextJobData): Promise<void> {
  await platform().queue.enqueue(textJobs.send, text, { uniqueKey: text.key });
}

/**
 * Does `texts.send`. Twilio knows no idempotency key: after a crash or a lost answer it is asked whether it has the text
 * before it gets it again.
 */
export const sendTextWork: Work<TextJobData> = {
  async run({ key, about, ...text }) {
    const stored = await begin(key, about);
    if (stored.status !== 'sending') return;
    if (!(await takesTexts(text.to))) return lost(key, about, STOPPED);
    const outgoing = { ...text, statusUrl: statusUrl(key) };
    const known = stored.isNew ? null : await texts().findTaken(outgoing, stored.startedAt);
    const sent = known === null ? await texts().send(outgoing) : ({ state: 'taken', sid: known } as const);
    if (sent.state === 'taken') {
      await TextModel.updateOne({ _id: key, status: 'sending' }, { $set: { status: 'taken', sid: sent.sid } });
    } else {
      if (sent.code === STOPPED) await stopTexts(text.to);
      platform().log.warn({ code: sent.code }, 'a text was refused for good');
      await lost(key, about, sent.code);
    }
  },
  async ended({ key, about }, { state }) {
    if (state === 'failed') await lost(key, about, 0);
  },
};

/** Twilio reports what became of a text; only failures matter. Idempotent; unknown texts are left alone. */
export async function takeStatus({ key, status, code }: { key: string; status: string; code: number }): Promise<void> {
  if (status !== 'failed' && status !== 'undelivered') return;
  const text = await TextModel.findById(key).lean<StoredText>();
  if (text) await lost(key, text.about, code);
}

/** Twilio may report before we know its id of the text. */
function statusUrl(key: string): string {
  return `${platform().config.appOrigin}${STATUS_PATH}?${new URLSearchParams({ text: key })}`;
}

async function begin(key: string, about: string): Promise<StoredText & { isNew: boolean }> {
  const fresh = { _id: key, status: 'sending' as const, sid: null, about, startedAt: new Date() };
  try {
    await TextModel.create(fresh);
    return { ...fresh, isNew: true };
  } catch (error) {
    const stored = isDuplicateKey(error) ? await TextModel.findById(key).lean<StoredText>() : null;
    if (!stored) throw error;
    return { ...stored, isNew: false };
  }
}

/** Tells of it once, unless that fails: then a repetition tells again. */
async function lost(key: string, about: string, code: number): Promise<void> {
  const known = await TextModel.findById(key).lean<StoredText>();
  if (known?.status === 'lost') return;
  const [problem] = await textLost.emit({ about, why: wordsForFailure(code) });
  if (problem) throw problem;
  await TextModel.updateOne({ _id: key }, { $set: { status: 'lost' } });
}
