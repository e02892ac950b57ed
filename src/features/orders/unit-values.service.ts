import { ADD_ONS, type AddOn, shippingFor } from '../../shared/catalogue.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import type { OrderLine } from '../../shared/order-lines.ts';
import type { OrderRecord } from './orders.parts.ts';

type Sold = Pick<OrderRecord, 'lines' | 'shipping' | 'total' | 'film'>;

/**
 * What was paid for some pieces of a line, with their part of the shipping and less their part of a discount, in cents.
 * All pieces beside the film add up to what was paid beside it.
 * @param from 0 for the first piece of the line
 */
export function valueOfUnits(order: Sold, lineId: string, { from, quantity }: { from: number; quantity: number }) {
  const lines = order.lines.filter(isBesideFilm);
  const parcels = lines.filter(isPosted).reduce((sum, line) => sum + line.quantity, 0);
  const worth = (line: OrderLine) => line.unitAmount + (isPosted(line) ? order.shipping / parcels : 0);
  const whole = lines.reduce((sum, line) => sum + line.quantity * worth(line), 0);
  if (whole === 0) return 0;
  const paid = order.total - order.film.cash;
  let before = 0;
  for (const line of lines) {
    if (line.id === lineId) {
      const paidUpTo = (units: number) => Math.round((paid * (before + units * worth(line))) / whole);
      return paidUpTo(from + quantity) - paidUpTo(from);
    }
    before += line.quantity * worth(line);
  }
  return 0;
}

/** Whether the postage that an order paid is enough for a country. @param country ISO 3166-1 alpha-2 */
export function coversPostage({ lines, shipping }: Pick<Sold, 'lines' | 'shipping'>, country: string): boolean {
  const parcels = lines.filter(isPosted).reduce((sum, { quantity }) => sum + quantity, 0);
  return shippingFor(parcels, country) <= shipping;
}

function isBesideFilm({ id, kind }: OrderLine): boolean {
  return kind === 'thing' || (kind === 'addon' && id !== 'large');
}

function isPosted({ id }: OrderLine): boolean {
  if (!isKeyOf(ADD_ONS, id)) return false;
  const { ships }: AddOn = ADD_ONS[id];
  return ships;
}
