import { FEATURES } from '../features/index.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import type { Migration } from '../platform/migrations/migration.ts';
import { rankJobs } from '../platform/queue/job-document.ts';
import { dropOutboxes } from '../platform/relay/outbox.ts';

const features: readonly Feature[] = FEATURES;

/** All migrations, in order. A new one takes the next number. */
export const MIGRATIONS: readonly Migration[] = [
  rankJobs,
  dropOutboxes,
  ...features.flatMap(({ migrations = [] }) => migrations),
].sort((one, other) => one.number - other.number);
