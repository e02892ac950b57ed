import { accountData } from '../features/account-data/account-data.parts.ts';
import { FEATURES } from '../features/index.ts';
import type { Feature, ProcessContext } from '../platform/manifest/feature.ts';
import { installParts, type ProcessName, type ProvidedPart, requireParts } from '../platform/part.ts';
import { ACCOUNT_DATA } from './account-data.ts';

const features: readonly Feature[] = FEATURES;

/**
 * Installs the parts of a process and subscribes features to domain events; returns a function that undoes both. Throws
 * with the names of missing parts.
 * @param made parts that the process itself has started
 */
export function joinFeatures(process: ProcessName, context: ProcessContext, made: readonly ProvidedPart[]): () => void {
  const provided = features.flatMap((feature) => feature.provides?.(context) ?? []);
  const removeParts = installParts([accountData.is(ACCOUNT_DATA), ...provided, ...made]);
  const subscriptions = features.flatMap(({ onEvent = [] }) => onEvent).map((each) => each.follow());
  const undo = () => {
    for (const unfollow of subscriptions) unfollow();
    removeParts();
  };
  try {
    requireParts(
      features.flatMap(({ needs = [] }) => needs),
      process,
    );
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}
