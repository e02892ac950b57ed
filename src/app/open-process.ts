import { FEATURES } from '../features/index.ts';
import type { Config } from '../platform/config.ts';
import { connectDatabase, type Database } from '../platform/database/db.ts';
import type { FileStore } from '../platform/file-store.ts';
import type { Queue } from '../platform/job-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import type { ProcessName } from '../platform/part.ts';
import { platform } from '../platform/platform.ts';
import { createQueue } from '../platform/queue/create-queue.ts';
import { createStore } from '../platform/storage/create-store.ts';
import { type DiskRoom, diskRoom } from '../platform/storage/disk-room.ts';
import { SOLD_IDS } from '../shared/catalogue.ts';
import type { SocketEmitter } from '../shared/contracts/socket-events.ts';
import { MIGRATIONS } from './migrations.ts';

const features: readonly Feature[] = FEATURES;

/** What a web process and a worker have in common. */
export interface OpenProcess {
  config: Config;
  log: Log;
  database: Database;
  store: FileStore;
  room: DiskRoom;
  queue: Queue;
  /** Installs `platform()` for services; returns a function that removes it. */
  publish(sockets: SocketEmitter): () => void;
}

/** Opens the database, the file store and the queue. */
export async function openProcess(
  name: ProcessName,
  { config, log, leaseMs }: { config: Config; log: Log; leaseMs?: number },
): Promise<OpenProcess> {
  const ignored = config.ownOffers.filter((id) => !SOLD_IDS.includes(id));
  if (ignored.length > 0) log.warn({ ignored }, 'OFFERS names add-ons that are not sold any more');
  for (const { loads } of features) await loads?.(config, name);
  const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
  const store = await createStore(config);
  const room = diskRoom(config);
  const queue = await createQueue({
    db: database,
    log,
    hasRoom: room.hasForWork,
    ...(leaseMs && { leaseMs }),
    onUpdate({ state, id, type, error }) {
      if (state === 'failed') platform().sockets.emitToStaff('job:failed', { id, type, error });
    },
  });
  return {
    config,
    log,
    database,
    store,
    room,
    queue,
    publish: (sockets) => platform.is({ config, log, queue, store, sockets }).install(),
  };
}
