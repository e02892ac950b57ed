import type { Contribution } from '../../src/shared/contracts/media.ts';
import { listNames } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { ClipTile } from '../ui/clip-tile.tsx';
import { List } from '../ui/list.tsx';

/** Clips that the user sent to other events, with links to their receipts; nothing without any. */
export function Contributions({ clips }: { clips: readonly Contribution[] }) {
  if (clips.length === 0) return null;
  return (
    <section className="dashboard__gave" aria-labelledby="gave">
      <h2 id="gave">Clips you gave</h2>
      <List className="dashboard__gave-list">
        {clips.map(({ id, recipients, occasion, kind, posterUrl, text, receiptUrl }) => (
          <li key={id}>
            <ClipTile
              name={`For ${listNames(recipients, 'someone')}`}
              kind={kind}
              posterUrl={posterUrl}
              text={text}
              note={{ text: OCCASIONS[occasion].label }}
              href={receiptUrl ?? undefined}
            />
          </li>
        ))}
      </List>
    </section>
  );
}
