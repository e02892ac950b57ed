import { type Pool, treeCertificate } from '../../src/shared/contracts/contributions.ts';
import { count, date, money } from '../../src/shared/format.ts';
import { Avatars } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { TreeArt } from '../ui/tree-art.tsx';

export interface PoolAndTreesProps {
  pool: Pool;
  /** First names of the recipients. */
  names: string;
  /** Reference of the event in addresses. */
  uuid: string;
  timeZone: string;
  /** Whether the viewer may open and close the pool. */
  mayEdit: boolean;
}

const WENT_BACK: Record<NonNullable<Pool['closedWhy']>, string> = {
  deleted: 'The VidDay had been deleted for a day',
  ungiven: 'No film had been given half a year after the deadline',
  unclaimed: 'Nobody took anything for a year',
};

/** What was chipped in and planted, for an event’s makers. */
export function PoolAndTrees({ pool, names, uuid, timeZone, mayEdit }: PoolAndTreesProps) {
  const inPool = pool.contributions.filter(({ kind }) => kind === 'pool');
  const taken = pool.total - pool.available;
  return (
    <div className="presents__pots" id="presents">
      <Card as="section" className="presents__pot" aria-labelledby="pool">
        <h2 id="pool">Gift pool</h2>
        <p className="l-display l-num presents__big">{money(pool.total, { short: true })}</p>
        <p className="l-small">
          {pool.closedWhy ? (
            `${WENT_BACK[pool.closedWhy]}, so what was left goes back to those who chipped in. The pool stays closed.`
          ) : inPool.length === 0 ? (
            'Nobody has chipped in yet. They’re asked once their clip is in.'
          ) : (
            <>
              From {count(inPool.length, 'person', 'people')}.{' '}
              {taken > 0 ? `${money(taken)} was taken.` : 'It’s picked after the film.'}
            </>
          )}
        </p>
        {inPool.length > 0 && <Avatars people={inPool.map(({ name }) => ({ name }))} />}
        <div className="l-row presents__acts">
          <Badge tone={pool.isOpen ? 'good' : undefined}>{pool.isOpen ? 'Open' : 'Closed'}</Badge>
          {mayEdit && pool.closedWhy === null && (
            <form method="post" action={`/e/${uuid}/presents/pool`}>
              <input type="hidden" name="isOpen" value={pool.isOpen ? 'no' : 'yes'} />
              <Button type="submit" kind="quiet" size="small">
                {pool.isOpen ? 'Close it' : 'Open it again'}
              </Button>
            </form>
          )}
        </div>
      </Card>
      <Card as="section" className="presents__pot" aria-labelledby="trees">
        <h2 id="trees">Trees</h2>
        <div className="presents__planted">
          <p className="l-display l-num presents__big">{pool.trees}</p>
          <TreeArt />
        </div>
        <p className="l-small">
          {pool.trees === 0
            ? 'A tree costs a dollar. Guests can plant some once their clip is in.'
            : 'Planted for good.'}
        </p>
        {pool.trees > 0 && (
          <div className="l-row presents__acts">
            <ButtonLink kind="second" size="small" icon="download" href={treeCertificate(uuid)}>
              Certificate
            </ButtonLink>
          </div>
        )}
      </Card>
      {pool.contributions.length > 0 && (
        <Card as="section" className="presents__givers" aria-labelledby="givers">
          <h2 id="givers">Who gave</h2>
          <p className="l-fine">Only you and other organisers see amounts.</p>
          <List className="presents__list">
            {pool.contributions.map((each) => (
              <li key={each.id}>
                <p>
                  <strong>
                    <bdi>{each.name}</bdi>
                  </strong>
                  {each.anonymous && <span className="l-small"> (hidden from {names})</span>}
                  <span className="l-push l-num">
                    {each.kind === 'tree' ? count(each.quantity, 'tree') : money(each.amount)}
                  </span>
                </p>
                {each.message && (
                  <p className="l-display" dir="auto">
                    {each.message}
                  </p>
                )}
                <p className="l-fine">{date(each.createdAt, { timeZone, style: 'short' })}</p>
              </li>
            ))}
          </List>
        </Card>
      )}
    </div>
  );
}
