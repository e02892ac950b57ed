import { treeCertificate } from '../../src/shared/contracts/contributions.ts';
import type { PoolGift } from '../../src/shared/contracts/rewards.ts';
import { Avatar } from '../ui/avatar.tsx';
import { List } from '../ui/list.tsx';
import { TreeArt } from '../ui/tree-art.tsx';

/** People that are shown at once. */
const SHOWN = 4;

/** Who gave, without amounts, and the trees. */
export function RewardFrom({ gift, privateKey }: { gift: PoolGift; privateKey: string }) {
  const more = gift.from.slice(SHOWN);
  return (
    <aside className="reward__from" aria-label="From">
      {gift.from.length > 0 && (
        <>
          <h2>From</h2>
          <People of={gift.from.slice(0, SHOWN)} />
          {more.length > 0 && (
            <details>
              <summary>All {gift.from.length}</summary>
              <People of={more} />
            </details>
          )}
        </>
      )}
      {gift.trees > 0 && (
        <div className="reward__trees">
          <TreeArt />
          <p>
            <strong>
              {gift.total > 0 ? 'And ' : ''}
              {gift.trees === 1 ? 'one tree is' : `${gift.trees} trees are`} growing for you.
            </strong>
            <br />
            <a href={treeCertificate(privateKey)}>Your certificate</a>
          </p>
        </div>
      )}
    </aside>
  );
}

function People({ of }: { of: PoolGift['from'] }) {
  return (
    <List className="reward__people">
      {of.map(({ name, message }, at) => (
        <li key={`${name}-${at.toString()}`}>
          <Avatar name={name ?? '?'} />
          <p>
            <strong>{name === null ? 'Someone who’d rather not say' : <bdi>{name}</bdi>}</strong>
            {message && (
              <span className="l-display" dir="auto">
                {message}
              </span>
            )}
          </p>
        </li>
      ))}
    </List>
  );
}
