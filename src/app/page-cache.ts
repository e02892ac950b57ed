import { LAYOUT_TAG } from '../pages/render-page.tsx';
import type { Config } from '../platform/config.ts';
import { createFrontCache, type FrontCache, type FrontCacheOptions } from '../platform/front-cache/front-cache.ts';
import { afterPreparing } from '../platform/front-cache/purge-bus.ts';
import { startPurgeBus } from '../platform/front-cache/shared-purge-bus.ts';
import type { Log } from '../platform/log.ts';
import type { SharedLayout } from '../platform/manifest/feature.ts';
import type { Relay } from '../platform/relay/relay.ts';

export interface PageCache {
  front: FrontCache;
  layout: SharedLayout;
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
  const preparations: (() => Promise<void>)[] = [];
  const bus = afterPreparing(shared, async (tag) => {
    if (tag === LAYOUT_TAG) await Promise.all(preparations.map((prepare) => prepare()));
  });
  const front = createFrontCache({ ...options, bus });
  return {
    front,
    layout: {
      purge: () => front.purge(LAYOUT_TAG),
      beforeRender: (prepare) => void preparations.push(prepare),
    },
    async close() {
      front.close();
      await shared.stop();
    },
  };
}
