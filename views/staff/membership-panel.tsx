import type { MembershipOutcome, StaffMembership } from '../../src/shared/contracts/staff-membership.ts';
import { date, money } from '../../src/shared/format.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { DangerNotesProps } from './danger-notes.tsx';
import { DeskAct, type RefusedAct } from './desk-act.tsx';
import { DeskPanel } from './desk-layout.tsx';
import { Facts } from './facts.tsx';

const STATES: Readonly<Record<StaffMembership['membership']['status'], string>> = {
  none: 'none',
  active: 'active',
  pastDue: 'a renewal has failed',
  cancelled: 'has ended',
};
const DISPUTES: Readonly<Record<StaffMembership['disputes'][number]['status'], string>> = {
  open: 'the bank decides',
  won: 'the money came back',
  lost: 'the bank took it',
};
const OUTCOMES: readonly { value: MembershipOutcome; label: string }[] = [
  { value: 'cancel', label: 'It ends with its period' },
  { value: 'end', label: 'It ends now' },
  { value: 'keep', label: 'It goes on, and renews' },
];

interface MembershipPanelProps {
  of: StaffMembership;
  /** Path of the user’s page. */
  here: string;
  /** Null for staff who may not refund. */
  proof: DangerNotesProps['proof'] | null;
  refused: RefusedAct | null;
}

/** A user’s membership and its payments, which can be given back. */
export function MembershipPanel({
  of: { membership, payments, disputes },
  here,
  proof,
  refused,
}: MembershipPanelProps) {
  const open = payments.filter(({ left }) => left > 0);
  const [latest] = open;
  const until = membership.currentPeriodEnd;
  return (
    <DeskPanel title="Membership" id="membership">
      <Facts
        of={[
          ['State', `${STATES[membership.status]}${membership.cancelAtPeriodEnd ? ', ends with its period' : ''}`],
          ...(membership.plan ? [['Plan', membership.plan] as const] : []),
          ...(until ? [['Period', `until ${date(until, { style: 'full' })}`] as const] : []),
          ...payments.map(({ paidAt, amount, returned, currency }) => {
            const back = returned > 0 ? `, ${money(returned, { currency })} went back` : '';
            return [date(paidAt, { style: 'short-year' }), `${money(amount, { currency })}${back}`] as const;
          }),
          ...disputes.map(
            ({ paidAt, amount, currency, status }) =>
              [
                `Dispute, ${date(paidAt, { style: 'short-year' })}`,
                `${money(amount, { currency })}, ${DISPUTES[status]}`,
              ] as const,
          ),
        ]}
      />
      {latest && proof !== null && (
        <DeskAct
          action={`${here}/membership-refund`}
          here={here}
          proof={proof}
          refused={refused}
          label="Refund the membership"
          icon="undo"
          verb="Give it back"
          title="Money of the membership goes back"
          effects={[
            'It takes the bank up to ten days.',
            'Films that they published with it stay, whatever becomes of it.',
            'They get an email and a credit note. It can’t be undone.',
          ]}
          isDangerous
        >
          <input
            type="hidden"
            name="returned"
            value={String(new URLSearchParams(open.map(({ id, returned }) => [id, `${returned}`])))}
          />
          <Select
            label="Payment"
            name="invoiceId"
            defaultValue={refused?.values.invoiceId ?? latest.id}
            options={open.map(({ id, paidAt, left, currency }) => ({
              value: id,
              label: `${date(paidAt, { style: 'short-year' })}: ${money(left, { currency })} left`,
            }))}
          />
          <Field
            label={`Amount in ${latest.currency}`}
            name="amount"
            inputMode="decimal"
            hint="Leave it empty for all that is left."
            defaultValue={refused?.values.amount ?? ''}
          />
          <Select
            label="What becomes of the membership"
            name="outcome"
            defaultValue={refused?.values.outcome ?? 'cancel'}
            options={OUTCOMES}
          />
        </DeskAct>
      )}
    </DeskPanel>
  );
}
