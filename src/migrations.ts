import { markOriginals } from './features/media/originals/mark-originals.ts';
import { movePayments } from './features/orders/move-payments.ts';
import { moveVotes } from './features/support/idea-votes.ts';
import type { Migration } from './platform/migrations/migration.ts';
import { rankJobs } from './platform/queue/job-document.ts';
import { dropOutboxes } from './platform/relay/outbox.ts';

/** Every change of stored data that a version has brought. A new one goes to the end, with the next number. */
export const MIGRATIONS: readonly Migration[] = [rankJobs, dropOutboxes, moveVotes, markOriginals, movePayments];
