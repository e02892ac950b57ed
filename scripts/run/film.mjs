import { setTimeout as delay } from 'node:timers/promises';

const PAUSE = 500;

/**
 * Waits until every clip of an event is prepared or refused.
 *
 * @param {Awaited<ReturnType<import('./shared.mjs').loadShared>>} shared
 * @param {ReturnType<import('./visitor.mjs').createVisitor>} organiser
 * @param {string} eventId
 * @param {{ onProgress?: (media: object[]) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<object>} the event
 */
export async function waitForClips(shared, organiser, eventId, { onProgress, signal } = {}) {
  for (;;) {
    const event = await organiser.call(shared.events.getEvent, { params: { id: eventId } });
    onProgress?.(event.media);
    if (event.media.every(({ status }) => status === 'ready' || status === 'failed')) return event;
    await delay(PAUSE, undefined, { signal });
  }
}

/**
 * Publishes an event's film and pays for it if necessary: in the sandbox automatically, otherwise the user pays.
 *
 * @param {Awaited<ReturnType<import('./shared.mjs').loadShared>>} shared
 * @param {ReturnType<import('./visitor.mjs').createVisitor>} organiser
 * @param {string} eventId
 * @param {{ onPay?: (payment: { amount: number, url: string, isSandbox: boolean }) => void, signal?: AbortSignal }}
 *   [options]
 * @returns {Promise<object>} the render job
 */
export async function publishFilm(shared, organiser, eventId, { onPay, signal } = {}) {
  try {
    return await organiser.call(shared.films.publish, { body: { eventId } });
  } catch (error) {
    if (error.code !== 'PAYMENT_REQUIRED') throw error;
    await pay(shared, organiser, eventId, { amount: error.details.amount, onPay });
  }
  // The payment's webhook starts the film.
  for (;;) {
    const job = await organiser.call(shared.films.latestRenderJob, { params: { id: eventId } });
    if (job) return job;
    await delay(PAUSE, undefined, { signal });
  }
}

async function pay(shared, organiser, eventId, { amount, onPay }) {
  const { url } = await organiser.call(shared.checkout.createCheckoutSession, { body: { eventId } });
  const { pathname } = new URL(url);
  const isSandbox = /^\/sandbox\/pay\/cs_test_/.test(pathname);
  onPay?.({ amount, url, isSandbox });
  if (!isSandbox) return;
  const form = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' };
  const answer = await organiser.request(pathname, form);
  if (answer.status !== 303 && answer.status !== 302) {
    throw new Error(`The payment sandbox did not take the payment (it answered ${answer.status}).`);
  }
}

/**
 * Follows a render until it is done; throws when it fails or is cancelled.
 *
 * @param {Awaited<ReturnType<import('./shared.mjs').loadShared>>} shared
 * @param {ReturnType<import('./visitor.mjs').createVisitor>} organiser
 * @param {{ id: string, eventId: string }} job
 * @param {{ onProgress?: (job: object) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<object>} the event with its film
 */
export async function followRender(shared, organiser, { id, eventId }, { onProgress, signal } = {}) {
  for (;;) {
    const job = await organiser.call(shared.films.getRenderJob, { params: { id } });
    onProgress?.(job);
    if (job.status === 'done') return organiser.call(shared.events.getEvent, { params: { id: eventId } });
    if (job.status === 'failed')
      throw new Error(`The film could not be made: ${job.error?.message ?? 'unknown reason'}`);
    if (job.status === 'cancelled') throw new Error('The film was cancelled.');
    await delay(PAUSE, undefined, { signal });
  }
}

/** The most suitable track for an occasion. */
export function fittingTrack(tracks, occasion) {
  const first = tracks.find(({ occasions }) => occasions[0] === occasion);
  return first ?? tracks.find(({ occasions }) => occasions.includes(occasion)) ?? tracks[0] ?? null;
}

/** URLs of an event; the organiser sees the studio where others add clips. */
export function pagesOf(origin, event) {
  const at = (key) => `${origin}/e/${key}`;
  return {
    studioUrl: at(event.uuid),
    contributeUrl: at(event.uuid),
    recipientUrl: at(event.privateKey),
    viewUrl: at(event.viewKey),
  };
}
