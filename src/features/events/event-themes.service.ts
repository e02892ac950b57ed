import { EventModel } from './event.model.ts';

/** Those of the themes that at least one event has. */
export async function chosenThemes(themeIds: readonly string[]): Promise<Set<string>> {
  if (themeIds.length === 0) return new Set();
  const chosen = await EventModel.distinct('themeId', { themeId: { $in: [...themeIds], $type: 'string' } });
  return new Set(chosen.filter((id) => id !== null));
}
