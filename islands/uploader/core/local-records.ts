import type { Contributor, UploadItem } from './upload-item.ts';

/** Keys in local storage. */
export const KEYS = {
  /** Items in progress, by id, for all events. */
  state: 'vd.uploadState',
  /** Completed items with their receipts. */
  contributed: 'vd.contributorUploads',
  /** Refused items, until the user dismisses them. */
  failed: 'vd.failedUploads',
  contributor: 'vd.contributor',
  /** Secret of this browser, required to delete an unfinished upload. */
  owner: 'vd.uploadOwner',
} as const;

/** Maximum completed items kept, over all events. */
const REMEMBERED = 200;

type ItemTable = Record<string, UploadItem>;

export interface LocalRecords {
  /** All items of an event in this browser, oldest first. */
  load(event: string): UploadItem[];
  /** An item of any event. */
  find(id: string): UploadItem | undefined;
  /** Items of any event whose file may still be needed. */
  idsWithFile(): Set<string>;
  save(item: UploadItem): void;
  forget(id: string): void;
  contributor(): Contributor;
  saveContributor(contributor: Contributor): void;
  owner(): string;
  /** Restores the earlier secret unless there is one. */
  adoptOwner(owner: string): void;
}

/**
 * `storage` is null if it is unavailable (private windows, blocked storage): then everything lasts as long as the tab.
 */
export function createLocalRecords(storage: Storage | null = localStorageOrNull()): LocalRecords {
  /** What storage refused, by key. It is newer than what storage has. */
  const memory = new Map<string, string>();

  function read<T>(key: string, otherwise: T, isFit: (value: unknown) => value is T): T {
    try {
      const value: unknown = JSON.parse(memory.get(key) ?? storage?.getItem(key) ?? 'null');
      return isFit(value) ? value : otherwise;
    } catch {
      return otherwise;
    }
  }

  function write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    if (isStored(key, text)) memory.delete(key);
    else memory.set(key, text);
  }

  function isStored(key: string, text: string): boolean {
    try {
      storage?.setItem(key, text);
      return storage !== null;
    } catch {
      // It is full: memory serves this tab.
      return false;
    }
  }

  const table = (key: string) => read<ItemTable>(key, {}, isItemTable);

  /** Applies each change to the current stored state, because other tabs write too. */
  function change(key: string, edit: (items: ItemTable) => void): void {
    const items = table(key);
    edit(items);
    write(key, items);
  }

  function tableOf(item: UploadItem): string {
    if (item.phase === 'in') return KEYS.contributed;
    return item.phase === 'failed' ? KEYS.failed : KEYS.state;
  }

  return {
    load(event) {
      const all = [KEYS.contributed, KEYS.failed, KEYS.state].flatMap((key) => Object.values(table(key)));
      const byId = new Map(all.filter((item) => item.event === event).map((item) => [item.id, item]));
      return [...byId.values()].sort((a, b) => a.createdAt - b.createdAt);
    },
    find(id) {
      for (const key of [KEYS.contributed, KEYS.failed, KEYS.state]) {
        const item = table(key)[id];
        if (item) return item;
      }
    },
    idsWithFile() {
      return new Set([...Object.keys(table(KEYS.state)), ...Object.keys(table(KEYS.failed))]);
    },
    save(item) {
      const home = tableOf(item);
      change(home, (items) => {
        items[item.id] = item;
        const oldest = Object.keys(items).slice(0, -REMEMBERED);
        if (home !== KEYS.state) for (const id of oldest) delete items[id];
      });
      for (const key of [KEYS.contributed, KEYS.failed, KEYS.state]) {
        if (key !== home && table(key)[item.id]) change(key, (items) => delete items[item.id]);
      }
    },
    forget(id) {
      for (const key of [KEYS.contributed, KEYS.failed, KEYS.state]) {
        if (table(key)[id]) change(key, (items) => delete items[id]);
      }
    },
    contributor() {
      const kept: Partial<Contributor> = read<object>(KEYS.contributor, {}, isObject);
      return { name: String(kept.name ?? ''), email: String(kept.email ?? '') };
    },
    saveContributor(contributor) {
      write(KEYS.contributor, contributor);
    },
    owner() {
      const kept = read<string>(KEYS.owner, '', isOwner);
      if (kept) return kept;
      const made = randomId();
      write(KEYS.owner, made);
      return made;
    },
    adoptOwner(owner) {
      if (isOwner(owner) && !read<string>(KEYS.owner, '', isOwner)) write(KEYS.owner, owner);
    },
  };
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isOwner(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{16,64}$/.test(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isItemTable(value: unknown): value is ItemTable {
  const isItem = (item: unknown) => isObject(item) && 'id' in item && typeof item.id === 'string';
  return isObject(value) && Object.values(value).every(isItem);
}

function localStorageOrNull(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
