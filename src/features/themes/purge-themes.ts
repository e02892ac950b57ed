import { keysOf } from '../../shared/known-values.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import { chosenThemes } from '../events/event-themes.service.ts';
import { OWN_THEMES } from './own-themes.ts';
import { ThemeModel } from './theme.model.ts';

/** Themes looked at in one go. */
const BATCH = 500;

/**
 * Purges themes deleted more than 30 days ago. Those that an event has stay, as do the site's own, which the next start
 * would store again. A theme has no files: artwork and fonts belong to the site.
 */
export async function purgeThemes(now = Date.now()): Promise<void> {
  const deletedAt = { $lt: new Date(now - RESTORE_WINDOW) };
  for (let last = ''; ; ) {
    const old = await ThemeModel.find({ _id: { $gt: last, $nin: keysOf(OWN_THEMES) }, deletedAt }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    const ids = old.map(({ _id }) => _id);
    const chosen = await chosenThemes(ids);
    await ThemeModel.deleteMany({ _id: { $in: ids.filter((id) => !chosen.has(id)) }, deletedAt });
    if (ids.length < BATCH) return;
    last = ids.at(-1) ?? last;
  }
}
