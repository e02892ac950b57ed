import { createHash } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import { part } from '../../platform/part.ts';
import { SWITCH_NAMES, type SwitchName } from '../../shared/switches.ts';
import { type StoredSwitch, SwitchModel } from './switch.model.ts';

export interface SwitchBoard {
  /** A switch from memory; undefined while nobody has changed it. */
  read(name: SwitchName): StoredSwitch | undefined;
  /** Reads all switches again. */
  reload(): Promise<void>;
}

export const switchBoard = part<SwitchBoard>('board of switches');

/** Milliseconds until other processes follow a change. */
const LOOK_EVERY = 10_000;

/** Keeps the switches in memory, so that asking for one costs no query. */
export async function openSwitchBoard(log: Log): Promise<{ board: SwitchBoard; close: () => void }> {
  let known = new Map<SwitchName, StoredSwitch>();
  const reload = async () => {
    const found = await SwitchModel.find({ _id: { $in: [...SWITCH_NAMES] } }).lean<StoredSwitch[]>();
    known = new Map(found.map((each) => [each._id, each]));
  };
  await reload();
  const timer = setInterval(() => {
    reload().catch((err: unknown) => log.warn({ err }, 'could not read the switches'));
  }, LOOK_EVERY);
  timer.unref();
  return { board: { read: (name) => known.get(name), reload }, close: () => clearInterval(timer) };
}

/** Place of an account among 100, the same for each share of a switch. Pure. */
export function placeOf(name: SwitchName, accountId: string): number {
  return createHash('sha256').update(`${name}:${accountId}`).digest().readUInt32BE(0) % 100;
}
