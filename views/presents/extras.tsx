import { count, money } from '../../src/shared/format.ts';
import { PRESENTS } from '../../src/shared/limits.ts';
import { Island, type IslandProps } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Banner } from '../ui/notice.tsx';
import { TreeArt } from '../ui/tree-art.tsx';

export interface ExtrasProps {
  /** First names of the recipients. */
  names: string;
  hasSeveral: boolean;
  host: string | null;
  /** Null while the pool takes nothing. */
  pool: IslandProps<'chip-in'> | null;
  /** Null where trees can’t be planted. */
  trees: { action: string; planted: number; name: string; quantity: string; error: string | null } | null;
  /** Back from paying. */
  gave: boolean;
  isQuiet: boolean;
  /** The recipients have died: others get what is given. */
  isMemorial: boolean;
}

/** What somebody can add once their clip is in. */
export function Extras({ names, hasSeveral, host, pool, trees, gave, isQuiet, isMemorial }: ExtrasProps) {
  const recipients = <bdi>{names}</bdi>;
  return (
    <section className="extras" id="extras" aria-label="More, if you like">
      {gave && (
        <Banner tone="good" role="status" title="Thank you!">
          As soon as your bank has confirmed it, it’s in. You don’t have to do anything.
        </Banner>
      )}
      <p className="extras__or">
        <span>Only if you like</span>
      </p>
      <div className="extras__two">
        {pool && (
          <Card as="section" className="extras__pool" aria-labelledby="chip-in">
            <div className="extras__head">
              <span className="extras__icon" aria-hidden="true">
                <Icon name="gift" />
              </span>
              <div>
                <h2 id="chip-in">{isQuiet ? 'Give something together' : 'Chip in for a gift'}</h2>
                <p className="l-small">
                  {isMemorial ? 'The people it’s given to' : recipients} {hasSeveral || isMemorial ? 'pick' : 'picks'}{' '}
                  it after the film.
                </p>
              </div>
            </div>
            <Island name="chip-in" when="visible" props={pool} />
            <p className="l-fine">
              Only {host ? <bdi>{host}</bdi> : 'the organiser'} sees amounts. If there’s no film in the end, you get it
              all back.
            </p>
          </Card>
        )}
        {trees && (
          <Card as="section" className="extras__trees" aria-labelledby="plant">
            <div className="extras__hill">
              <TreeArt />
            </div>
            <h2 id="plant">
              Plant a tree {isMemorial ? 'in memory of' : 'for'} {recipients}
            </h2>
            <p className="l-small">
              {money(PRESENTS.treePrice, { short: true })} each.
              {trees.planted > 0 && ` ${count(trees.planted, 'tree')} so far.`}
            </p>
            <form className="extras__plant" method="post" action={trees.action}>
              <input type="hidden" name="name" value={trees.name} />
              <Field
                label="How many?"
                name="quantity"
                type="number"
                inputMode="numeric"
                min={1}
                max={PRESENTS.treesMost}
                defaultValue={trees.quantity}
                error={trees.error}
                required
              />
              <Button type="submit" kind="second" icon="plus">
                Plant them
              </Button>
            </form>
          </Card>
        )}
      </div>
    </section>
  );
}
