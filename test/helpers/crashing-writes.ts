import type { Model } from 'mongoose';

/** A process that dies here writes nothing more. */
class Crash extends Error {}

const WRITES = ['updateOne', 'insertOne', 'updateMany', 'findOneAndUpdate', 'insertMany', 'deleteOne'] as const;
type Write = (...given: unknown[]) => Promise<unknown>;

/**
 * Lets processes die between two writes to these models: `work` is stopped by a `Crash` before its nth write, or after
 * it was stored but before it was confirmed. Other work at the same time goes on.
 */
export function crashingWrites(models: readonly Model<never>[], scope: { getStore(): CrashPlan | undefined }) {
  const undo: (() => void)[] = [];
  for (const { collection } of models) {
    for (const name of WRITES) {
      const target: Record<string, unknown> = Object(collection);
      const real = target[name];
      if (typeof real !== 'function') continue;
      const own = Object.hasOwn(target, name);
      const crashing: Write = async (...given) => {
        const plan = scope.getStore();
        if (!plan) return real.apply(collection, given);
        if (plan.isDead) throw new Crash();
        plan.left -= 1;
        const dies = plan.left <= 0;
        if (dies) plan.isDead = true;
        if (dies && !plan.isStored) throw new Crash();
        const done = await real.apply(collection, given);
        if (dies) throw new Crash();
        return done;
      };
      target[name] = crashing;
      undo.push(() => {
        if (own) target[name] = real;
        else delete target[name];
      });
    }
  }
  return () => {
    for (const each of undo) each();
  };
}

/** When a process dies. */
export interface CrashPlan {
  /** Writes until then. */
  left: number;
  /** Whether the last one is stored. */
  isStored: boolean;
  isDead: boolean;
}
