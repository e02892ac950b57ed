import { count, money } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Names } from '../../views/ui/names.tsx';
import { OpenSwitch } from './open-switch.tsx';
import type { Studio } from './use-studio.ts';

interface InviteProps {
  studio: Studio;
  onShare: () => void;
  onDeadline: () => void;
}

/** Names shown before the list is collapsed. */
const SHOWN = 4;

/** Contributors, and whether clips are still accepted. */
export function Invite({ studio, onShare, onDeadline }: InviteProps) {
  const { counts, contributors, price } = studio.event;
  const names = contributors.map((each) => each.firstName);
  return (
    <section className="card" aria-labelledby="who">
      <div className="studio__line-head">
        <h2 id="who">Who’s in</h2>
        <p className="l-small">
          {counts.contributors === 0 ? 'nobody yet' : count(counts.contributors, 'person', 'people')}
        </p>
        {names.length > 0 && (
          <Button kind="second" size="small" icon="share" className="l-push" onClick={onShare}>
            Share
          </Button>
        )}
      </div>
      {names.length > SHOWN ? (
        <details className="studio__fold studio__names">
          <summary>
            <span>
              <Names of={names} most={SHOWN - 1} />
            </span>
            <Icon name="chevron" />
          </summary>
          <Names of={names} />
        </details>
      ) : (
        names.length > 0 && (
          <p className="studio__names">
            <Names of={names} />
          </p>
        )
      )}
      <p className="l-small">
        <a href={`/e/${studio.event.uuid}/people`}>See who’s missing, and nudge them</a>
      </p>
      <OpenSwitch studio={studio} onDeadline={onDeadline} />
      {names.length === 0 && <p className="l-small">{costWords(price?.amount ?? 0)}</p>}
    </section>
  );
}

/** @param amount price of the smallest film, in cents */
function costWords(amount: number): string {
  return amount > 0
    ? `Collecting clips is free. You pay once, when you publish: from ${money(amount, { short: true })}.`
    : 'Collecting clips is free, and so is a short film for this occasion.';
}
