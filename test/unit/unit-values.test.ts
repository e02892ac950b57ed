import { expect } from 'chai';
import { valueOfUnits } from '../../src/features/orders/unit-values.service.ts';
import { priceCart } from '../../src/shared/cart-pricing.ts';
import { ADD_ON_IDS, ADD_ONS } from '../../src/shared/catalogue.ts';
import { packagesFrom } from '../../src/shared/pricing.ts';

const PACKAGES = packagesFrom(500);

function sold(addons: { id: (typeof ADD_ON_IDS)[number]; quantity: number }[], percent = 0, isThingsOnly = false) {
  const price = priceCart({
    ...{
      packages: PACKAGES,
      length: 200,
      isFree: false,
      paid: 0,
      isMember: false,
      packageId: null,
      needs: null,
      country: 'US',
    },
    addons,
    isThingsOnly,
    discountOf: (due) => Math.round((due.reduce((sum, { amount }) => sum + amount, 0) * percent) / 100),
  });
  const { lines, totals, film } = price;
  return { lines, shipping: totals.shipping, total: totals.total, film };
}

describe('valueOfUnits', () => {
  it('is the price with its part of the shipping', () => {
    const order = sold([
      { id: 'dvd', quantity: 2 },
      { id: 'tree', quantity: 3 },
    ]);
    expect(valueOfUnits(order, 'dvd', { from: 0, quantity: 2 })).to.equal(2 * 2499 + 499 + 199);
    expect(valueOfUnits(order, 'tree', { from: 1, quantity: 1 })).to.equal(100);
    expect(valueOfUnits(order, 'usb', { from: 0, quantity: 1 })).to.equal(0);
    expect(valueOfUnits(sold([]), 'dvd', { from: 0, quantity: 1 })).to.equal(0);
  });

  it('adds up to what was paid beside the film, for any cart and discount', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const addons = ADD_ON_IDS.map((id, index) => ({
        id,
        quantity: Math.min(ADD_ONS[id].most, (seed * (index + 3) * 7919) % 6),
      })).filter(({ quantity }) => quantity > 0);
      const order = sold(addons, (seed * 37) % 101, seed % 3 === 0);
      const units = order.lines.flatMap(({ id, quantity }) => {
        if (id === 'large' || !ADD_ON_IDS.some((each) => each === id)) return [];
        return Array.from({ length: quantity }, (_, from) => valueOfUnits(order, id, { from, quantity: 1 }));
      });
      expect(units.every((value) => value >= 0)).to.equal(true);
      const sum = units.reduce((total, value) => total + value, 0);
      if (units.length > 0) expect(sum, `seed ${seed}`).to.equal(order.total - order.film.cash);
    }
  });
});
