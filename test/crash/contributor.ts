import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOf, UploadProblem } from '../../islands/uploader/core/problem.ts';
import type { Receipt } from '../../src/shared/contracts/media.ts';
import { UPLOAD } from '../../src/shared/limits.ts';
import { metadataOf } from '../helpers/tus.ts';
import type { PhoneFilm } from './films-of-phones.ts';
import { type Gift, type Ledger, PATIENCE } from './ledger.ts';
import { type Answer, type Sending, send } from './line.ts';
import type { Random } from './random.ts';

export interface ContributorOptions {
  origin: string;
  /** uuid of the event. */
  event: string;
  name: string;
  /** The address that the app takes the requests as coming from. */
  ip: string;
  random: Random;
  ledger: Ledger;
}

/** Gives one film as a browser does: whatever breaks is tried again from where the app says it is. */
export async function giveFilm(film: PhoneFilm, options: ContributorOptions): Promise<void> {
  await give(film, options, null);
}

/** Uploads a film and never adds it; leaves in the middle when it is enough. */
export async function uploadOnly(film: PhoneFilm, options: ContributorOptions, isEnough: () => boolean): Promise<void> {
  await give(film, options, isEnough);
}

async function give(film: PhoneFilm, options: ContributorOptions, isEnough: (() => boolean) | null): Promise<void> {
  const { random, ledger, name } = options;
  const gift: Gift = {
    contributor: name,
    ...film,
    uploadUrl: null,
    acknowledged: 0,
    isMeant: isEnough === null,
    receipt: null,
  };
  ledger.gifts.push(gift);
  const bytes = film.bytes();
  let gotTo = gift.acknowledged;
  let givesUpAt = Date.now() + PATIENCE;
  while (!isEnough?.()) {
    try {
      await bring(gift, bytes, options, isEnough ?? (() => false));
      if (gift.isMeant) await enter(gift, options);
      return;
    } catch (error) {
      if (!(error instanceof UploadProblem)) throw error;
      const state = `${name} at ${gift.acknowledged} of ${gift.size} bytes: ${error.code} ${error.message}`;
      if (gift.acknowledged > gotTo) givesUpAt = Date.now() + PATIENCE;
      gotTo = gift.acknowledged;
      if (Date.now() > givesUpAt) throw new Error(`got no further: ${state}`);
      if (error.remedy === 'final') {
        ledger.broken.push(`refused permanently: ${state}`);
        return;
      }
      if (error.remedy === 'restart' || error.remedy === 'resend') {
        ledger.broken.push(`lost what was acknowledged: ${state}`);
        gift.uploadUrl = null;
        gift.acknowledged = 0;
      }
      await delay(random.between(100, 600));
    }
  }
}

async function bring(gift: Gift, bytes: Buffer, options: ContributorOptions, isEnough: () => boolean): Promise<void> {
  const { ledger, random } = options;
  gift.uploadUrl ??= await start(gift, options);
  let offset = await askOffset(gift, options);
  while (offset < gift.size && !isEnough()) {
    const chunk = bytes.subarray(offset, offset + UPLOAD.chunkBytes);
    const answer = await call(options, gift.uploadUrl, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
      body: chunk,
      pace: () => random.between(5, 40),
    });
    offset = Number(answer.headers['upload-offset']);
    acknowledge(gift, offset, ledger);
  }
}

async function enter(gift: Gift, options: ContributorOptions): Promise<void> {
  const { ledger, random } = options;
  gift.receipt ??= await addClip(gift, options);
  // A second tap, or an answer that the phone never saw: it is the same clip.
  if (random.chance(0.3)) {
    const again = await addClip(gift, options);
    if (again.media.id !== gift.receipt.media.id)
      ledger.broken.push(`${options.name} got a second clip for one upload`);
  }
}

async function start(gift: Gift, options: ContributorOptions): Promise<string> {
  const answer = await call(options, '/api/uploads', {
    method: 'POST',
    headers: {
      'Upload-Length': String(gift.size),
      'Upload-Metadata': metadataOf({ filename: 'film.mp4', filetype: 'video/mp4', event: options.event }),
    },
  });
  options.ledger.steps += 1;
  return String(answer.headers.location);
}

async function askOffset(gift: Gift, options: ContributorOptions): Promise<number> {
  const answer = await call(options, gift.uploadUrl ?? '', { method: 'HEAD' });
  const offset = Number(answer.headers['upload-offset']);
  acknowledge(gift, offset, options.ledger);
  return offset;
}

function acknowledge(gift: Gift, offset: number, ledger: Ledger): void {
  if (!(offset >= gift.acknowledged)) {
    ledger.broken.push(`an upload of ${gift.contributor} went back from ${gift.acknowledged} to ${offset}`);
  }
  if (offset > gift.acknowledged) ledger.steps += 1;
  gift.acknowledged = offset;
}

async function addClip(gift: Gift, options: ContributorOptions): Promise<Receipt> {
  const body = {
    event: options.event,
    uploadId: gift.uploadUrl?.split('/').pop(),
    contributor: { name: options.name },
  };
  const answer = await call(options, '/api/v2/media', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  });
  options.ledger.steps += 1;
  return (JSON.parse(answer.body) as { data: Receipt }).data;
}

/** Throws an `UploadProblem` for anything but success. */
async function call({ origin, ip, name }: ContributorOptions, path: string, sending: Sending): Promise<Answer> {
  const headers = { 'Tus-Resumable': '1.0.0', 'X-Forwarded-For': ip, Cookie: cookieOf(name), ...sending.headers };
  const answer = await send(origin + path, { ...sending, headers });
  if (answer.status < 200 || answer.status > 299) throw problemOf(answer.status, answer.body);
  return answer;
}

/** What the contribution page gave this person's browser. */
function cookieOf(name: string): string {
  return `vd_contributor=${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`;
}
