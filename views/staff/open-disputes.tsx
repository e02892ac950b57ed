import { date, money } from '../../src/shared/format.ts';
import { List } from '../ui/list.tsx';
import { DeskPanel } from './desk-layout.tsx';

export interface DisputeLine {
  /** Stripe’s id. */
  id: string;
  /** Cents. */
  amount: number;
  /** When the payment was made. */
  paidAt: string;
  /** What was paid: “a membership”. */
  of: string;
  /** Its VidDay, or the member’s address. */
  title: string;
  href: string;
}

/** What banks have been asked to take back, of whatever was paid: the list of payments has those of carts only. */
export function OpenDisputes({ disputes }: { disputes: readonly DisputeLine[] }) {
  return (
    <DeskPanel title="Open disputes" id="disputes">
      <p className="l-small">A bank decides about each. Answer it in Stripe, where it says until when.</p>
      <List className="desk-lines">
        {disputes.map(({ id, amount, paidAt, of, title, href }) => (
          <li key={id}>
            <time dateTime={paidAt}>{date(paidAt, { style: 'short-year' })}</time>
            <p>
              <strong>{money(amount)}</strong>, {of}:{' '}
              <a href={href}>
                <bdi>{title}</bdi>
              </a>
              <span className="l-fine desk-lines__facts">{id}</span>
            </p>
          </li>
        ))}
      </List>
    </DeskPanel>
  );
}
