import type { LedgerLine } from '../src/shared/contracts/staff-orders.ts';
import { date, money } from '../src/shared/format.ts';
import { may } from '../src/shared/permissions.ts';
import type { PageHead } from './layout/document.tsx';
import type { DangerNotesProps } from './staff/danger-notes.tsx';
import { DeskAct, type RefusedAct } from './staff/desk-act.tsx';
import { BackTo, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { Facts } from './staff/facts.tsx';
import { PaymentState } from './staff/payment-state.tsx';
import type { PaymentRow } from './staff-orders.page.tsx';
import { Field } from './ui/field.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export interface StaffOrderPageProps {
  frame: DeskFrame;
  payment: PaymentRow & { lines: readonly { label: string; quantity: number; amount: number }[] };
  /** Of the whole event, oldest first. */
  ledger: readonly LedgerLine[];
  proof: DangerNotesProps['proof'];
  refused: RefusedAct | null;
  done: string | null;
}

const DONE: Readonly<Record<string, string>> = {
  refund: 'The money is on its way back. The buyer gets an email.',
  resend: 'The email is on its way.',
};

export function staffOrderHead(): PageHead {
  return { ...deskHead('Order'), sheet: 'desk' };
}

/** `/staff/orders/ID`: a payment, what was bought, and the ledger of its event. Works without script. */
export function StaffOrderPage({ frame, payment, ledger, proof, refused, done }: StaffOrderPageProps) {
  const { id, eventId, userId, title, buyer, amount, currency, returned, left, lines, refunds, disputes } = payment;
  const here = `/staff/orders/${id}`;
  const sum = (cents: number) => money(cents, { currency });
  return (
    <DeskLayout
      frame={frame}
      here="/staff/orders"
      above={<BackTo href="/staff/orders">Orders</BackTo>}
      title={sum(amount)}
      about={
        <a href={`/staff/users/${userId}`}>
          <bdi>{buyer}</bdi>
        </a>
      }
    >
      {done && DONE[done] && (
        <Banner tone="good" role="status">
          {DONE[done]}
        </Banner>
      )}
      <p className="l-row">
        <PaymentState payment={payment} />
        <a href={`/staff/events/${eventId}`}>
          <bdi>{title}</bdi>
        </a>
      </p>
      {may(frame.role, 'order.refund') && (
        <div className="desk-act__row">
          {left > 0 && (
            <DeskAct
              action={`${here}/refund`}
              here={here}
              proof={proof}
              refused={refused}
              label="Refund"
              icon="undo"
              verb="Give it back"
              title={`Money goes back to ${buyer}`}
              effects={[
                `At most ${sum(left)}; it takes the bank up to ten days.`,
                'What it paid for has to be paid again before the film is given or saved.',
                'They get an email and a credit note. It can’t be undone.',
              ]}
              isDangerous
            >
              <input type="hidden" name="returned" value={returned} />
              <Field
                label={`Amount in ${currency}`}
                name="amount"
                inputMode="decimal"
                defaultValue={refused?.values.amount ?? (left / 100).toFixed(2)}
              />
            </DeskAct>
          )}
          <DeskAct
            action={`${here}/resend`}
            here={here}
            proof={null}
            refused={refused}
            label="Resend the receipt"
            icon="mail"
            title="Its creator gets what was paid by email again"
            effects={['With the way to their invoices.']}
          />
        </div>
      )}
      <div className="desk__columns">
        <DeskPanel title="Bought" id="bought">
          <Facts
            of={lines.map(({ label, quantity, amount: cents }) => [`${quantity} × ${label}`, sum(cents)] as const)}
          />
        </DeskPanel>
        <DeskPanel title="Facts" id="facts">
          <Facts
            of={[
              ['Paid', `${date(payment.paidAt, { style: 'full' })}`],
              ['Card', payment.cardLast4 ? `ends in ${payment.cardLast4}` : 'not known'],
              ['Went back', sum(returned)],
              ...refunds.map(
                (each) =>
                  [`Refund ${each.id.slice(-6)}`, `${sum(each.amount)}${each.isGood ? '' : ', failed'}`] as const,
              ),
              ...disputes.map(
                (each) => [`Dispute ${each.id.slice(-6)}`, `${sum(each.amount)}, ${each.status}`] as const,
              ),
              ['Stripe', id],
            ]}
          />
        </DeskPanel>
        <DeskPanel title="Ledger of the VidDay" id="ledger">
          {ledger.length === 0 && <p className="l-small">Nothing is booked yet.</p>}
          <List ordered className="desk-lines">
            {ledger.map(({ key, at, currency: of, entries }) => (
              <li key={key}>
                <time dateTime={at}>{date(at, { style: 'short-year' })}</time>
                <p>
                  {key.split(':')[0]}
                  <span className="l-fine desk-lines__facts">
                    {entries.map((entry) => `${entry.account} ${money(entry.amount, { currency: of })}`).join(', ')}
                  </span>
                </p>
              </li>
            ))}
          </List>
        </DeskPanel>
      </div>
    </DeskLayout>
  );
}
