import { openAnnouncementBoard } from '../features/messages/announcements.service.ts';
import { announcementsChanged } from '../features/messages/domain-events.ts';
import { LAYOUT_TAG } from '../pages/render-page.tsx';
import type { Config } from '../platform/config.ts';
import { createFrontCache, type FrontCache, type FrontCacheOptions } from '../platform/front-cache/front-cache.ts';
import { afterPreparing } from '../platform/front-cache/purge-bus.ts';
import { startPurgeBus } from '../platform/front-cache/shared-purge-bus.ts';
import type { Log } from '../platform/log.ts';
import type { Relay } from '../platform/relay/relay.ts';

export interface PageCache {
  front: FrontCache;
  close(): Promise<void>;
}

/** Starts the front cache of a web process; a change in one process invalidates the pages of all. */
export async function startPageCache(
  config: Config,
  relay: Relay | null,
  log: Log,
  options: Omit<FrontCacheOptions, 'bus'>,
): Promise<PageCache> {
  const shared = await startPurgeBus(config, relay, log);
  const board = await openAnnouncementBoard({ log, onTurn: () => front.purge(LAYOUT_TAG) });
  const bus = afterPreparing(shared, async (tag) => {
    if (tag === LAYOUT_TAG) await board.reload();
  });
  const front = createFrontCache({ ...options, bus });
  const unfollow = announcementsChanged.on(async () => {
    await board.reload();
    await front.purge(LAYOUT_TAG);
  });
  return {
    front,
    async close() {
      unfollow();
      board.close();
      front.close();
      await shared.stop();
    },
  };
}
