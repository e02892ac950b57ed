import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

export const VICTIMS = ['database', 'web', 'worker'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface KillerOptions {
  kills: number;
  random: Random;
  /** The process that runs now. */
  pidOf(victim: Victim): number;
  /** Grows with whatever the app acknowledges. */
  steps(): number;
  /** Somebody else has failed: the rest lives. */
  isOver(): boolean;
}

/** The supervisor gives up a process that ends five times in a row within three seconds of its start. */
const QUICK = 3000;
const QUICK_MOST = 3;
/** How long a kill waits at most for the app to get on after the one before, in milliseconds: some hit it while it starts. */
const PATIENCE_MOST = 2500;
/** So many answers are getting on. */
const STEPS = 8;

/** Kills one of the processes at random moments, each as often as the others where it can; says how often each. */
export async function killAtRandom({
  kills,
  random,
  pidOf,
  steps,
  isOver,
}: KillerOptions): Promise<Record<Victim, number>> {
  const killed = { database: 0, web: 0, worker: 0 };
  /** Who has not been killed since all have been. */
  let round: Victim[] = [];
  const lives = new Map<Victim, { pid: number; since: number; quick: number }>();
  for (let kill = 0; kill < kills && !isOver(); kill++) {
    const before = steps();
    const until = Date.now() + random.between(0, PATIENCE_MOST);
    while (steps() < before + STEPS && Date.now() < until) await delay(10);
    await delay(random.between(50, 600));
    if (round.length === 0) round = random.shuffled(VICTIMS);
    const order = [...round, ...random.shuffled(VICTIMS)];
    let victim: Victim | undefined;
    while (!victim && !isOver()) {
      for (const each of VICTIMS) {
        const pid = pidOf(each);
        const known = lives.get(each);
        if (known?.pid !== pid) lives.set(each, { pid, since: Date.now(), quick: known?.quick ?? 0 });
      }
      victim = order.find((each) => {
        const life = lives.get(each);
        return life && isAlive(life.pid) && (life.quick < QUICK_MOST || Date.now() - life.since > QUICK);
      });
      if (!victim) await delay(10);
    }
    const life = victim && lives.get(victim);
    if (victim && life && end(life.pid)) {
      life.quick = Date.now() - life.since < QUICK ? life.quick + 1 : 0;
      killed[victim] += 1;
      round = round.filter((each) => each !== victim);
    }
  }
  return killed;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function end(pid: number): boolean {
  return process.kill(pid, 'SIGKILL');
}
