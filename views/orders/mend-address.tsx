import type { Order } from '../../src/shared/contracts/orders.ts';
import { date, money } from '../../src/shared/format.ts';
import { Button } from '../ui/button.tsx';
import type { SelectOption } from '../ui/select.tsx';
import { AddressFields } from './address-fields.tsx';

interface MendAddressProps {
  order: Order;
  /** Path of the orders of its VidDay. */
  orders: string;
  countries: readonly SelectOption[];
  timeZone: string;
  /** What was sent and refused; null for none. */
  refused: { fields: Record<string, string>; values: Record<string, string> } | null;
}

/** Asks for another address where the post can’t find the one of an order: a form that needs no script. */
export function MendAddress({ order, orders, countries, timeZone, refused }: MendAddressProps) {
  const { id, fixBy, amount, shipTo } = order;
  if (!fixBy) return null;
  const otherwise = amount > 0 ? ` Otherwise ${money(amount)} goes back to your card.` : '';
  return (
    <form method="post" action={`${orders}/${id}/address`} className="order-steps__mend" aria-label="Mend the address">
      <p className="l-small">
        {`The post can’t find this address. Please mend it by ${date(fixBy, { timeZone })}, and it goes out again.${otherwise}`}
      </p>
      <input type="hidden" name="orderId" value={id} />
      <AddressFields
        values={refused?.values ?? shipTo}
        // What was paid for is for this country.
        countries={countries.filter(({ value }) => value === shipTo.country)}
        fields={refused?.fields ?? {}}
      />
      <Button type="submit">Send it there</Button>
    </form>
  );
}
