import { purgeAccounts } from './features/accounts/data/account-deletion.service.ts';
import { rescueDeliveries } from './features/events/events.service.ts';
import { expireUnclaimed } from './features/events/unclaimed-events.service.ts';
import { purgeDeletedEvents } from './features/films/clean-up.ts';
import { rescueRenders } from './features/films/films.service.ts';
import { rescueThanks } from './features/films/thanks/thanks-mails.ts';
import { cleanUpMedia, purgeWithdrawn } from './features/media/clean-up.ts';
import { rescueWaiting } from './features/media/media.service.ts';
import { releaseExpiredUploads } from './features/media/sources.ts';
import { rescueDeskMails } from './features/support/desk-mails.ts';
import type { Log } from './platform/log.ts';
import type { Queue } from './platform/queue/queue.ts';
import { cleanUpJob, rescueJob } from './shared/jobs.ts';

type Step = () => Promise<unknown>;

const RESCUES: readonly Step[] = [
  releaseExpiredUploads,
  rescueWaiting,
  rescueRenders,
  () => rescueDeliveries(),
  () => rescueThanks(),
  rescueDeskMails,
  () => purgeWithdrawn(),
];
const CLEAN_UPS: readonly Step[] = [
  () => cleanUpMedia(),
  () => purgeAccounts(),
  () => expireUnclaimed(),
  purgeDeletedEvents,
];

/** Does what is repeated, in one worker at a time. Each query here is led by an index, as it runs for ever. */
export function handleHousekeeping(queue: Queue, log: Log): void {
  queue.handle(rescueJob, (_data, { signal }) => inTurn(RESCUES, signal, log));
  queue.handle(cleanUpJob, (_data, { signal }) => inTurn(CLEAN_UPS, signal, log));
}

/** One that fails does not keep the others from their turn. */
async function inTurn(steps: readonly Step[], signal: AbortSignal, log: Log): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted();
    await step().catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  }
}
