import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type ProvidedPart, part } from '../platform/part.ts';
import { loadTranscribeSandbox } from './sandboxes.ts';

/** What was said in a part of a recording, in seconds. */
export interface SpokenSegment {
  start: number;
  end: number;
  text: string;
}

export interface Transcriber {
  /**
   * What is said in a WAV file, in the service's order.
   * Throws PROVIDER_DOWN if trying again may help, WRONG_STATE if not; both have a message for users.
   */
  transcribe(path: string, signal: AbortSignal): Promise<SpokenSegment[]>;
}

export const transcriber = part<Transcriber>('transcriber', ['worker']);

export type TranscribeConfig = NonNullable<Config['transcribe']>;

/** A model on a small machine may take as long as the clip lasts. */
const TIME_LIMIT = 12 * 60_000;
const ANSWER_MAX = 4 * 1024 * 1024;
/** Requests while the service asks us to wait, and the longest wait in seconds; after that the queue tries again later. */
const TRIES = 3;
const LONGEST_WAIT = 60;

const answerSchema = z.object({
  text: z.string(),
  duration: z.coerce.number().optional(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
});

/** The transcriber of a process; without `TRANSCRIBE_URL` its sandbox, started with the first use. */
export function startTranscriber(config: Pick<Config, 'transcribe'>, log: Log): ProvidedPart {
  if (config.transcribe) return transcriber.is(createTranscriber(config.transcribe, log));
  let started: Promise<{ url: string; stop(): Promise<void> }> | null = null;
  const start = async () => {
    const loaded = await loadTranscribeSandbox(config);
    if (!loaded) throw new Error('Transcribing has neither an address nor its sandbox');
    return loaded.startTranscribeSandbox();
  };
  return transcriber.is(
    {
      async transcribe(path, signal) {
        started ??= start();
        const { url } = await started;
        return createTranscriber({ url, key: null, model: 'sandbox' }, log).transcribe(path, signal);
      },
    },
    async () => (await started)?.stop(),
  );
}

/** Speaks OpenAI's `POST /v1/audio/transcriptions`, as whisper.cpp's server and others do. */
export function createTranscriber(config: TranscribeConfig, log: Log): Transcriber {
  return {
    async transcribe(path, signal) {
      const sound = await readFile(path);
      for (let tries = 1; ; tries++) {
        const answer = await post(config, sound, signal);
        const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
        const mayWait = answer.status === 429 && tries < TRIES && seconds <= LONGEST_WAIT;
        if (!mayWait) return read(answer, log);
        await wait(seconds * 1000, undefined, { signal });
      }
    },
  };
}

/** Fields of a request; `verbose_json` is the format with times. */
async function post({ url, key, model }: TranscribeConfig, sound: Buffer, signal: AbortSignal): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(sound)], { type: 'audio/wav' }), 'clip.wav');
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  const either = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]);
  try {
    return await fetch(`${url}/v1/audio/transcriptions`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: either,
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw down(cause);
  }
}

async function read(answer: Response, log: Log): Promise<SpokenSegment[]> {
  const text = await answer.text().catch((cause: unknown) => {
    throw down(cause);
  });
  if (!answer.ok) {
    log.warn({ status: answer.status }, 'a clip could not be transcribed');
    throw refusalOf(answer.status);
  }
  if (text.length > ANSWER_MAX) throw down(new Error('The transcription service answered too much'));
  const parsed = answerSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw down(parsed.error);
  const { segments, duration = 0 } = parsed.data;
  return segments ?? [{ start: 0, end: duration, text: parsed.data.text }];
}

function refusalOf(status: number): AppError {
  if (status === 429 || status >= 500 || status === 408) return down(new Error(`It answered ${status}`));
  const message =
    status === 401 || status === 403
      ? 'Listening isn’t set up properly here. Please tell the people who run this site.'
      : status === 413
        ? 'This clip is too long for us to write it down. You can type its captions, or paste them.'
        : 'The sound of this clip can’t be written down. You can type its captions, or paste them.';
  return new AppError('WRONG_STATE', { message });
}

function down(cause: unknown): AppError {
  const message = 'We couldn’t listen to this clip just now. Try again in a while, or type its captions.';
  return new AppError('PROVIDER_DOWN', { message, cause });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
