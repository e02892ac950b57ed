import { FEATURES } from '../features/index.ts';
import { settleDeskChanges } from '../platform/desk-changes.ts';
import type { Feature, ProcessContext } from '../platform/manifest/feature.ts';
import { type ProvidedPart, requireParts } from '../platform/part.ts';

const features: readonly Feature[] = FEATURES;

/**
 * Starts and installs the parts of a process and subscribes features to domain events. Returns a function that undoes
 * it. Throws if a part is missing.
 */
export async function joinFeatures(context: Omit<ProcessContext, 'features'>): Promise<() => Promise<void>> {
  const installed: { part: ProvidedPart; remove: () => void }[] = [];
  const unfollow = features.flatMap(({ onEvent = [] }) => onEvent).map((each) => each.follow());
  const leave = async () => {
    for (const stopFollowing of unfollow) stopFollowing();
    for (const { settle } of features) await settle?.();
    for (const { remove } of installed) remove();
    for (const { part } of installed.toReversed()) await part.stop?.();
    settleDeskChanges();
  };
  try {
    for (const feature of features) {
      const provided = (await feature.provides?.({ ...context, features })) ?? [];
      installed.push(...provided.map((part) => ({ part, remove: part.install() })));
    }
    requireParts(
      features.flatMap(({ needs = [] }) => needs),
      context.web ? 'web' : 'worker',
    );
    return leave;
  } catch (error) {
    await leave();
    throw error;
  }
}
