import { existsSync, renameSync, rmSync } from 'node:fs';
import { checkFile } from './check-file.ts';
import { damaged } from './errors.ts';
import { add, groupOf, groupOfTotals, readTotals, seal, sumOf, type Totals, unseal } from './records.ts';
import { openRaw, Store } from './store.ts';

/** The first record of a file whose records have checksums. */
const FORMAT = { key: Buffer.from([0]), value: Buffer.from('embedded-mongo 2') };
/** The first record of a file of the first format, which had none: the number of the newest collection. */
const FIRST_OF_OLD = Buffer.from([0, 0, 0, 0, 0]);
const PORTION = 10_000;

/** Makes the database file, or checks all of it and gives one of the first format its checksums. Throws `damaged`. */
export async function prepareFile(path: string): Promise<void> {
  const fresh = `${path}.new`;
  for (const name of [fresh, `${fresh}-lock`]) rmSync(name, { force: true });
  const isThere = existsSync(path);
  if (isThere && isSealed(path)) return;
  const raw = openRaw(fresh);
  await raw.put(FORMAT.key, seal(FORMAT.key, FORMAT.value));
  await raw.close();
  if (isThere) await copyOld(path, fresh);
  renameSync(fresh, path);
  rmSync(`${fresh}-lock`, { force: true });
}

/** Checks a file. @returns whether its records have checksums */
function isSealed(path: string): boolean {
  let sealed: boolean | undefined;
  const kept = new Map<number, Totals>();
  const found = new Map<number, Totals>();
  checkFile(path, (key, value) => {
    if (sealed === undefined) {
      sealed = key.equals(FORMAT.key);
      if (!sealed && !key.equals(FIRST_OF_OLD)) throw damaged('it is one of another program');
    }
    if (!sealed) return;
    const plain = unseal(key, value);
    if (key.length === 1) return;
    const group = groupOfTotals(key);
    const totals = found.get(groupOf(key)) ?? readTotals();
    if (group !== undefined) kept.set(group, readTotals(plain));
    else found.set(groupOf(key), add(totals, key, sumOf(value), 1));
  });
  for (const group of new Set([...kept.keys(), ...found.keys()])) {
    const [a, b] = [kept.get(group) ?? readTotals(), found.get(group) ?? readTotals()];
    const isSame = a.documents === b.documents && a.sum === b.sum;
    if (!isSame) throw damaged(`collection ${group} has other records than were written`);
  }
  return sealed === true;
}

async function copyOld(from: string, to: string): Promise<void> {
  const old = openRaw(from);
  const store = new Store(to);
  for (let start: Buffer | undefined; ; ) {
    const portion = Array.from(old.getRange({ start, exclusiveStart: start !== undefined, limit: PORTION }));
    await store.write(() => {
      for (const { key, value } of portion) store.put(key, value);
    });
    if (portion.length < PORTION) break;
    start = portion.at(-1)?.key;
  }
  await Promise.all([old.close(), store.close()]);
}
