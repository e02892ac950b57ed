import type { LocalRecords } from './local-records.ts';
import type { Contributor, LiveProgress, UploadItem } from './upload-item.ts';

/** State for the page; a new object after each change. */
export interface QueueView {
  items: readonly UploadItem[];
  /** By item, while it is being sent. */
  live: Readonly<Record<string, LiveProgress>>;
  contributor: Contributor;
  online: boolean;
  /** A one-sentence message, such as that a file is already here. */
  notice: string | null;
}

export const EMPTY_VIEW: QueueView = {
  items: [],
  live: {},
  contributor: { name: '', email: '' },
  online: true,
  notice: null,
};

/** Interval of progress updates, in milliseconds. */
const TICK = 250;

export interface QueueState {
  view(): QueueView;
  subscribe(listener: () => void): () => void;
  find(id: string): UploadItem | undefined;
  /** Stores and publishes a change. Ignores removed items. */
  update(id: string, change: Partial<UploadItem>): void;
  add(item: UploadItem): void;
  drop(id: string): void;
  setLive(id: string, progress: LiveProgress | null): void;
  set(change: Partial<Omit<QueueView, 'items' | 'live'>>): void;
  /** Reloads what another tab may have written, except items in `mine`. */
  reload(mine: (id: string) => boolean): void;
}

/** The list of items: stored in local storage, published to the page. */
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
      // The view updates on the next tick, as progress events are too frequent.
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
