import type { Migration } from '../../platform/migrations/migration.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import { OWN_THEMES } from './own-themes.ts';
import { transitionOf } from './theme-rules.ts';

interface OldTheme {
  _id: string;
  scenes?: { kind: string; transition: string }[];
}

/**
 * Events kept a theme that went with its owner's account, and were billed for it; of a theme that was changed they kept
 * the transition that it had before.
 */
export const dropLostThemes: Migration = {
  number: 104,
  name: 'drop themes that are gone, and follow the transitions of others',
  async run({ db, signal }) {
    const events = db.collection('events');
    const themes = db.collection<OldTheme>('themes');
    const unlimited = { maxTimeMS: 0 };
    const chosen = [{ $match: { themeId: { $type: 'string' } } }, { $group: { _id: '$themeId' } }];
    for await (const { _id } of events.aggregate<{ _id: string }>(chosen, unlimited)) {
      signal.throwIfAborted();
      const theme = await themes.findOne({ _id });
      const their = { themeId: { $eq: _id, $type: 'string' } } as const;
      if (theme) {
        const themeTransition = transitionOf({ scenes: theme.scenes ?? [] });
        await events.updateMany(
          { ...their, themeTransition: { $ne: themeTransition } },
          { $set: { themeTransition } },
          unlimited,
        );
      } else if (!isKeyOf(OWN_THEMES, _id)) {
        const none = { themeId: null, themeTransition: null, hasOwnTheme: false };
        await events.updateMany(their, { $set: none }, unlimited);
      }
    }
  },
};
