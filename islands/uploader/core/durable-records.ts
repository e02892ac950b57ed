import { createLocalRecords, type LocalRecords } from './local-records.ts';
import { COPIES, openUploadDatabase, type UploadDatabase } from './upload-database.ts';
import { type Contributor, isOpen, type UploadItem } from './upload-item.ts';

export interface DurableRecords extends LocalRecords {
  /** Restores lost entries to local storage; returns whether there were any. */
  restore(): Promise<boolean>;
}

const OWNER = 'owner';
const CONTRIBUTOR = 'contributor';
const ITEM = 'item:';

/**
 * Local storage with a copy in IndexedDB. Browsers flush local storage seconds later, so a killed browser loses recent
 * entries; IndexedDB is written at once.
 */
export function createDurableRecords(
  local: LocalRecords = createLocalRecords(),
  inDatabase: UploadDatabase = openUploadDatabase(),
): DurableRecords {
  let last: Promise<unknown> = Promise.resolve();

  /** Copies in order, so that the last state wins. Failures are ignored. */
  function copy(key: string, value: unknown): void {
    last = last
      .then(() =>
        inDatabase<unknown>((base) => (value === null ? base.delete(COPIES, key) : base.put(COPIES, value, key))),
      )
      .catch(() => {});
  }

  const copied = <T>(key: string): Promise<T | undefined> => inDatabase((database) => database.get(COPIES, key));

  async function restoreItem(key: string): Promise<boolean> {
    const item = await copied<UploadItem>(key);
    const known = local.find(key.slice(ITEM.length));
    // Another tab has just removed it, and its copy is gone.
    if (!item || (!known && !(await copied(key)))) return false;
    if (known && !isOpen(known)) copy(key, null);
    if (known && !isFurther(item, known)) return false;
    local.save(item);
    return true;
  }

  async function restore(): Promise<boolean> {
    const owner = await copied<string>(OWNER);
    if (owner) local.adoptOwner(owner);
    const contributor = await copied<Contributor>(CONTRIBUTOR);
    if (contributor && !local.contributor().name) local.saveContributor(contributor);
    let anything = false;
    for (const key of await inDatabase((database) => database.getAllKeys(COPIES))) {
      if (String(key).startsWith(ITEM) && (await restoreItem(String(key)))) anything = true;
    }
    return anything;
  }

  return {
    ...local,
    save(item) {
      local.save(item);
      copy(ITEM + item.id, item);
    },
    forget(id) {
      local.forget(id);
      copy(ITEM + id, null);
    },
    saveContributor(contributor) {
      local.saveContributor(contributor);
      copy(CONTRIBUTOR, contributor);
    },
    owner() {
      const owner = local.owner();
      copy(OWNER, owner);
      return owner;
    },
    restore: () => restore().catch(() => false),
  };
}

/** Whether the copy is ahead of local storage. */
function isFurther(item: UploadItem, known: UploadItem): boolean {
  if (!isOpen(known)) return false;
  const isSentSince = Boolean(item.signed) && !known.signed;
  return item.phase === 'in' || isSentSince || (item.uploadUrl !== null && known.uploadUrl === null);
}
