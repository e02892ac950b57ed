import type { Migration } from '../../platform/migrations/migration.ts';

interface StoredTheme {
  _id: string;
  scenes?: { kind: string; transition: string }[];
}

/**
 * Every event had soft edges, chosen or not. Those without a theme or a film leave it to the theme from now on. Films
 * that were made in a theme keep their soft edges.
 */
export const leaveTransitions: Migration = {
  number: 9,
  name: 'leave transitions that nobody chose to the theme',
  async run({ db, signal }) {
    const events = db.collection('events');
    const unlimited = { maxTimeMS: 0 };
    const unchosen = { transition: 'soft', themeTransition: { $exists: false } };
    const free = [
      { ...unchosen, themeId: null },
      { ...unchosen, currentFilmId: null },
    ];
    for (const filter of free) {
      signal.throwIfAborted();
      await events.updateMany(filter, { $set: { transition: null } }, unlimited);
    }
    const filmed = { themeId: { $ne: null }, currentFilmId: { $ne: null }, transition: { $exists: false } };
    await events.updateMany(filmed, { $set: { transition: 'soft' } }, unlimited);
    for await (const { _id, scenes = [] } of db.collection<StoredTheme>('themes').find()) {
      signal.throwIfAborted();
      const themeTransition = scenes.find(({ kind }) => kind === 'clip')?.transition ?? 'fade';
      const chosen = { themeId: _id, themeTransition: { $exists: false } };
      await events.updateMany(chosen, { $set: { themeTransition } }, unlimited);
    }
  },
};
