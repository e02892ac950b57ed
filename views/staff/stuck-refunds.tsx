import type { StuckRefund } from '../../src/shared/contracts/staff-orders.ts';
import { money } from '../../src/shared/format.ts';
import { may } from '../../src/shared/permissions.ts';
import { List } from '../ui/list.tsx';
import { DeskAct } from './desk-act.tsx';
import { agoWords, type DeskFrame, DeskPanel } from './desk-layout.tsx';

const WHY: Readonly<Record<StuckRefund['why'], string>> = {
  failed: 'the bank didn’t take it',
  refused: 'Stripe refused it',
};

/** Money that was to go back and did not. */
export function StuckRefunds({ refunds, frame }: { refunds: readonly StuckRefund[]; frame: DeskFrame }) {
  return (
    <DeskPanel title="Refunds that didn’t go through" id="stuck">
      <List className="desk-lines">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>{agoWords(refund.at, frame.now)}</span>
            <div>
              <p>
                <strong>{money(refund.amount, { currency: refund.currency })}</strong>: {WHY[refund.why]}.{' '}
                <Origin refund={refund} />
                <span className="l-fine desk-lines__facts">{refund.id}</span>
              </p>
              {may(frame.role, 'order.refund') && (
                <DeskAct
                  action={`/staff/orders/refunds/${encodeURIComponent(refund.id)}/settle`}
                  id={refund.id}
                  label="Settled"
                  icon="check"
                  verb="Take it off the list"
                  title="Their money went back another way"
                  effects={['This moves no money: transfer it first, or refund the payment again.']}
                  proof={null}
                  here="/staff/orders"
                  refused={null}
                />
              )}
            </div>
          </li>
        ))}
      </List>
    </DeskPanel>
  );
}

/** Where the money came from; contributions have no page of their own. */
function Origin({ refund: { paymentId, eventId, userId } }: { refund: StuckRefund }) {
  if (eventId === null) return userId && <a href={`/staff/users/${userId}`}>The member</a>;
  if (userId === null) return <a href={`/staff/events/${eventId}`}>The VidDay</a>;
  return <a href={`/staff/orders/${paymentId}`}>The payment</a>;
}
