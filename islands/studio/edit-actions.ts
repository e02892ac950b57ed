import { noteUnloaded } from './once-gone.ts';
import type { Studio } from './use-studio.ts';

type EditActions = typeof import('./save-edit.ts');

/** Runs one of the editor's actions, which are loaded with the first use. */
export async function withEditActions(studio: Studio, run: (actions: EditActions) => Promise<void>): Promise<void> {
  const actions = await import('./save-edit.ts').catch((error: unknown) => {
    noteUnloaded(error);
    return null;
  });
  if (!actions) {
    studio.show({ text: 'That didn’t load. Check your connection and try again.', tone: 'bad' });
    return;
  }
  await run(actions);
}
