import { deskChanged } from '../../platform/desk-changes.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { part } from '../../platform/part.ts';
import { takeCounted } from '../../platform/tally.ts';
import type { SpreadName } from '../../shared/figures.ts';
import { FigureModel } from './figure.model.ts';
import { type Period, periodAt } from './periods.ts';

interface FigureKeeper {
  /** Writes what this process has counted. Never throws: what could not be written is part of the next attempt. */
  write(): Promise<void>;
}

export const figureKeeper = part<FigureKeeper>('keeper of figures');

/** Milliseconds between writes: what a crash may lose. */
const WRITE_EVERY = 5000;
/** A database that is away must not hold up the end of a process, in milliseconds. */
const LAST_WRITE = 2000;

/** Answers change with every page that is read: open pages of the desk would make one another read for ever. */
const ANSWERS = 'answer:' satisfies `${SpreadName}:`;

interface Waiting {
  period: Period;
  counts: Map<string, number>;
}

/** Writes figures down while the process runs, and again when it ends. */
export function openFigureKeeper(log: Log): { keeper: FigureKeeper; close: () => Promise<void> } {
  const waiting = new Map<string, Waiting>();
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    writing = writing.then(() => writeAll(waiting, log));
    return writing;
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();
  return {
    keeper: { write },
    async close() {
      clearInterval(timer);
      await Promise.race([write(), new Promise<void>((resolve) => setTimeout(resolve, LAST_WRITE).unref())]);
    },
  };
}

async function writeAll(waiting: Map<string, Waiting>, log: Log): Promise<void> {
  const now = Date.now();
  const counted = takeCounted();
  if (counted.size > 0) for (const span of ['hour', 'day'] as const) addTo(waiting, periodAt(span, now), counted);
  const isShown = [...counted.keys()].some((name) => !name.startsWith(ANSWERS));
  for (const [id, { period, counts }] of waiting) {
    try {
      await addFigures(period, counts);
      waiting.delete(id);
    } catch (err) {
      log.warn({ err }, 'figures could not be written');
    }
  }
  if (isShown) deskChanged('metrics');
}

function addTo(waiting: Map<string, Waiting>, period: Period, counted: ReadonlyMap<string, number>): void {
  const { counts } = waiting.get(period.id) ?? { counts: new Map<string, number>() };
  for (const [name, by] of counted) counts.set(name, (counts.get(name) ?? 0) + by);
  waiting.set(period.id, { period, counts });
}

/** Adds to a stored period; several processes may do so at once. */
export async function addFigures({ id, expiresAt }: Period, counts: ReadonlyMap<string, number>): Promise<void> {
  const $inc = Object.fromEntries([...counts].map(([name, by]) => [`counts.${name}`, by]));
  const add = () => FigureModel.updateOne({ _id: id }, { $inc, $setOnInsert: { expiresAt } }, { upsert: true });
  try {
    await add();
  } catch (error) {
    // Another process was the first of this period.
    if (!isDuplicateKey(error)) throw error;
    await add();
  }
}
