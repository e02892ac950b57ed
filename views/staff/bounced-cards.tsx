import { bounceWords } from '../../src/shared/card-bounces.ts';
import { money } from '../../src/shared/format.ts';
import { List } from '../ui/list.tsx';
import { agoWords, DeskPanel } from './desk-layout.tsx';

export interface BouncedCard {
  id: string;
  eventId: string;
  /** Of its VidDay. */
  title: string;
  productName: string;
  /** Cents. */
  amount: number;
  /** The partner’s word. */
  why: string;
  at: string;
}

/** Gift cards whose email came back: their recipients can mend the address, if they know. */
export function BouncedCards({ cards, now }: { cards: readonly BouncedCard[]; now: number }) {
  return (
    <DeskPanel title="Gift cards that came back" id="cards">
      <p className="l-small">
        The card is paid and waits. Its recipient can have it sent to another address on the page of their present; its
        creator knows. Remind them if it’s still here after a few days.
      </p>
      <List className="desk-lines">
        {cards.map(({ id, eventId, title, productName, amount, why, at }) => (
          <li key={id}>
            <span>{agoWords(at, now)}</span>
            <div>
              <p>
                <strong>{money(amount)}</strong>, {productName}. {bounceWords(why)}{' '}
                <a href={`/staff/events/${eventId}`}>
                  <bdi>{title}</bdi>
                </a>
              </p>
            </div>
          </li>
        ))}
      </List>
    </DeskPanel>
  );
}
