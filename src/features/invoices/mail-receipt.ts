import { platform } from '../../platform/platform.ts';
import { money } from '../../shared/format.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { SettledOrder } from '../orders/domain-events.ts';
import { billedLines } from './order-invoices.ts';

/** Mails what was paid to the address given for it; none for an order of $0. Idempotent. */
export async function mailReceipt({ paymentId, cardLast4, order }: SettledOrder): Promise<void> {
  const { email: to, total, currency } = order;
  if (total <= 0 || !to) return;
  const { config, queue } = platform();
  const price = (cents: number) => (cents < 0 ? `−${money(-cents, { currency })}` : money(cents, { currency }));
  const lines = billedLines(order).map(({ label, quantity, amount }) =>
    [quantity > 1 ? `${label}, ${quantity}` : label, price(amount)].join('\t'),
  );
  const values = {
    lines: lines.join('\n'),
    total: price(total),
    card: cardLast4 ?? '',
    hasFilm: order.lines.some(({ kind }) => kind === 'package') ? 'yes' : '',
    url: `${config.appOrigin}/settings/invoices`,
  };
  const key = `order-receipt:${paymentId}`;
  await queue.enqueue(mailJobs.send, { key, to, template: 'order-receipt', values }, { uniqueKey: key });
}
