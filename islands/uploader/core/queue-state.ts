import type { LocalRecords } from './local-records.ts';
import type { Contributor, LiveProgress, UploadItem } from './upload-item.ts';

/** What the page shows; a new object whenever something changed. */
export interface QueueView {
  items: readonly UploadItem[];
  /** By item, while it is being sent. */
  live: Readonly<Record<string, LiveProgress>>;
  contributor: Contributor;
  online: boolean;
  /** One sentence to say, such as that a file is already here. */
  notice: string | null;
}

export const EMPTY_VIEW: QueueView = {
  items: [],
  live: {},
  contributor: { name: '', email: '' },
  online: true,
  notice: null,
};

/** How often progress is told, in milliseconds. */
const TICK = 250;

export interface QueueState {
  view(): QueueView;
  subscribe(listener: () => void): () => void;
  find(id: string): UploadItem | undefined;
  /** Stores the change and tells it. Does nothing for an item that is gone. */
  update(id: string, change: Partial<UploadItem>): void;
  add(item: UploadItem): void;
  drop(id: string): void;
  setLive(id: string, progress: LiveProgress | null): void;
  set(change: Partial<Omit<QueueView, 'items' | 'live'>>): void;
  /** Reads again what another tab may have written; items in `mine` stay as they are here. */
  reload(mine: (id: string) => boolean): void;
}

/** The list of a queue: kept in local storage, told to the page. */
export function createQueueState(event: string, records: LocalRecords): QueueState {
  const listeners = new Set<() => void>();
  let view = EMPTY_VIEW;
  let ticking = false;

  function set(change: Partial<QueueView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  function tickSoon(): void {
    if (ticking) return;
    ticking = true;
    setTimeout(() => {
      ticking = false;
      set({});
    }, TICK);
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (id) => view.items.find((item) => item.id === id),
    update(id, change) {
      const items = view.items.map((item) => (item.id === id ? { ...item, ...change } : item));
      const changed = items.find((item) => item.id === id);
      if (!changed) return;
      records.save(changed);
      set({ items });
    },
    add(item) {
      records.save(item);
      set({ items: [...view.items, item] });
    },
    drop(id) {
      records.forget(id);
      set({ items: view.items.filter((item) => item.id !== id) });
    },
    setLive(id, progress) {
      const { [id]: _old, ...others } = view.live;
      // The view changes at the next tick: progress comes faster than anybody reads.
      view = { ...view, live: progress ? { ...others, [id]: progress } : others };
      tickSoon();
    },
    set,
    reload(mine) {
      const kept = view.items.filter((item) => mine(item.id));
      const read = records.load(event).filter((item) => !mine(item.id));
      set({ items: [...read, ...kept].sort((a, b) => a.createdAt - b.createdAt), contributor: records.contributor() });
    },
  };
}
