import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../src/shared/api-client.ts';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { type Event, getEvent, orderMedia } from '../../src/shared/contracts/events.ts';
import { cancelRenderJob, getRenderJob, publish, type RenderJob } from '../../src/shared/contracts/films.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import type { SignedInUser } from '../helpers/user.ts';
import { type Ledger, PATIENCE } from './ledger.ts';
import type { Random } from './random.ts';

export interface OrganiserOptions {
  browser: SignedInUser;
  /** Ids of the events that she looks after. */
  events: string[];
  random: Random;
  ledger: Ledger;
}

export interface Organiser {
  see(eventId: string): Promise<Event>;
  reorder(eventId: string): Promise<void>;
  /** Publishes with all clips, those that came late among them. */
  publish(eventId: string): Promise<RenderJob>;
  /** Waits until a render has ended, or until it is enough. */
  follow(job: RenderJob, isEnough: () => boolean): Promise<RenderJob>;
  cancel(job: RenderJob): Promise<void>;
  checkSession(): Promise<void>;
}

export function createOrganiser({ browser, random, ledger }: OrganiserOptions): Organiser {
  /** Retries while no answer comes, as a person who taps again. */
  async function insist<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (const givesUpAt = Date.now() + PATIENCE; ; ) {
      try {
        const done = await work();
        ledger.steps += 1;
        return done;
      } catch (error) {
        const isPassing =
          error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
        if (!isPassing || Date.now() > givesUpAt) throw new Error(`could not ${what}`, { cause: error });
        await delay(random.between(50, 300));
      }
    }
  }

  function note(job: RenderJob): RenderJob {
    const before = ledger.renders.get(job.id);
    const isOver = before && ['done', 'failed', 'cancelled'].includes(before.status);
    if (isOver && before.status !== job.status) {
      ledger.broken.push(`render ${job.id} was ${before.status} and is ${job.status}`);
    }
    ledger.renders.set(job.id, { eventId: job.eventId, status: job.status, filmId: job.publishedMediaId });
    return job;
  }

  const see = (eventId: string) =>
    insist('see the event', () => browser.call(getEvent, { params: { id: eventId }, query: {} }));
  return {
    see,
    async reorder(eventId) {
      const { media = [] } = await see(eventId);
      const mediaIds = random.shuffled(media.map(({ id }) => id));
      const order = await insist('order', () =>
        browser.call(orderMedia, { params: { id: eventId }, body: { mediaIds } }),
      );
      ledger.orders.set(eventId, order.mediaIds);
    },
    async publish(eventId) {
      const { media = [] } = await see(eventId);
      for (const { id } of media.filter(({ isWaiting }) => isWaiting)) {
        await insist('take a late clip in', () =>
          browser.call(updateMedia, { params: { id }, body: { isWaiting: false } }),
        );
      }
      return note(await insist('publish', () => browser.call(publish, { body: { eventId } })));
    },
    async follow(job, isEnough) {
      for (let seen = job; ; await delay(150)) {
        if (seen.finishedAt || isEnough()) return seen;
        seen = note(await insist('see the render', () => browser.call(getRenderJob, { params: { id: job.id } })));
      }
    },
    async cancel(job) {
      note(await insist('cancel', () => browser.call(cancelRenderJob, { params: { id: job.id } })));
    },
    async checkSession() {
      const me = await insist('ask who she is', () => browser.call(whoAmI));
      if (me?.id !== browser.user.id) ledger.broken.push(`the session was lost: ${JSON.stringify(me)}`);
    },
  };
}

/** Orders, publishes and cancels until it is enough. */
export async function organise(options: OrganiserOptions, isEnough: () => boolean): Promise<void> {
  const { events, random } = options;
  const organiser = createOrganiser(options);
  while (!isEnough()) {
    const eventId = random.pick(events);
    await delay(random.between(50, 400));
    if (random.chance(0.4)) {
      await organiser.reorder(eventId);
    } else if (random.chance(0.7)) {
      await publishOnce(organiser, eventId, options, isEnough);
    } else {
      await organiser.checkSession();
    }
  }
}

/** Mostly waits for the film; sometimes thinks better of it, sometimes goes on with something else meanwhile. */
async function publishOnce(
  organiser: Organiser,
  eventId: string,
  { random }: OrganiserOptions,
  isEnough: () => boolean,
): Promise<void> {
  const { media = [] } = await organiser.see(eventId);
  if (media.length === 0) return;
  const job = await organiser.publish(eventId);
  const until = Date.now() + random.between(0, 4000);
  const seen = await organiser.follow(job, () => isEnough() || Date.now() > until);
  if (!seen.finishedAt && random.chance(0.5)) await organiser.cancel(seen);
}
