import type { StaffPayment } from '../../src/shared/contracts/staff-orders.ts';
import { Badge } from '../ui/badge.tsx';

/** What became of a payment. */
export function PaymentState({ payment }: { payment: StaffPayment }) {
  const { amount, returned, disputes } = payment;
  if (disputes.some(({ status }) => status === 'open')) return <Badge tone="bad">Disputed</Badge>;
  if (returned >= amount) return <Badge tone="warn">Given back</Badge>;
  if (returned > 0) return <Badge tone="warn">Partly back</Badge>;
  return <Badge tone="good">Paid</Badge>;
}
