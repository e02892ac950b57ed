import { expect } from 'chai';
import { type CartFacts, priceCart } from '../../src/shared/cart-pricing.ts';
import { shippingFor } from '../../src/shared/catalogue.ts';
import { FILM_PRICE, packagesFrom } from '../../src/shared/pricing.ts';

const minutes = (count: number) => count * 60;
const price = (facts: Partial<CartFacts> = {}) =>
  priceCart({
    packages: packagesFrom(FILM_PRICE.usual),
    length: minutes(8),
    isFree: false,
    paid: 0,
    isMember: false,
    packageId: null,
    needs: null,
    addons: [],
    country: 'US',
    ...facts,
  });
const totalOf = (facts: Partial<CartFacts>) => price(facts).totals.total;
const percent = (value: number) => (lines: readonly { kind: string; amount: number }[]) =>
  Math.round((lines.filter(({ kind }) => kind !== 'thing').reduce((sum, { amount }) => sum + amount, 0) * value) / 100);

describe('priceCart', () => {
  it('adds package, add-ons and things, less a code for the film', () => {
    const addons = [
      { id: 'originals', quantity: 1 },
      { id: 'postcard', quantity: 1 },
    ] as const;
    const { totals, lines } = price({
      addons,
      discountOf: (due) => percent(20)(due.filter(({ id }) => id === 'plus')),
    });
    expect(totals).to.include({ subtotal: 1999, discount: 240, total: 1759, tax: 0, credit: 0, shipping: 0 });
    expect(lines.map(({ id, amount }) => [id, amount])).to.deep.equal([
      ['plus', 1200],
      ['originals', 500],
      ['postcard', 299],
    ]);
  });

  it('takes a larger package than the film needs, and never a smaller one', () => {
    expect(totalOf({ packageId: 'premium' })).to.equal(2400);
    expect(totalOf({ packageId: 'essential' })).to.equal(1200);
    expect(totalOf({ length: minutes(71), packageId: 'plus' })).to.equal(3000);
  });

  it('takes no smaller package than what makers bring themselves', () => {
    const short = { length: minutes(4), packageId: 'essential' } as const;
    expect(totalOf({ ...short, needs: 'plus' })).to.equal(1200);
    expect(totalOf({ ...short, needs: 'premium', isMember: true })).to.equal(0);
    expect(totalOf({ ...short, needs: 'plus', isFree: true })).to.equal(700);
  });

  it('charges 4K unless the package has it', () => {
    const addons = [{ id: 'large', quantity: 1 }] as const;
    expect(totalOf({ addons })).to.equal(1700);
    expect(totalOf({ addons, packageId: 'premium' })).to.equal(2400);
  });

  it('charges the difference for a longer film, and discounts only that', () => {
    const { totals, film } = price({ length: minutes(21), paid: 1200, discountOf: percent(20) });
    expect(totals).to.include({ subtotal: 2400, credit: 1200, discount: 240, total: 960 });
    expect(film).to.deep.equal({ target: 2400, covered: 0, due: 1200, cash: 960 });
  });

  it('gives members films up to an hour, and asks for the rest', () => {
    expect(totalOf({ isMember: true })).to.equal(0);
    expect(totalOf({ isMember: true, packageId: 'premium', paid: 500 })).to.equal(0);
    expect(totalOf({ isMember: true, length: minutes(75) })).to.equal(600);
    expect(totalOf({ isMember: true, addons: [{ id: 'dvd', quantity: 1 }] })).to.equal(2499 + 499);
  });

  it('is free for a free occasion, up to the smallest package', () => {
    expect(totalOf({ isFree: true, length: minutes(4) })).to.equal(0);
    expect(totalOf({ isFree: true })).to.equal(700);
    expect(totalOf({ isFree: true, isMember: true })).to.equal(0);
  });

  it('prices postcards and parcels by country', () => {
    const addons = [
      { id: 'postcard', quantity: 2 },
      { id: 'dvd', quantity: 2 },
    ] as const;
    expect(totalOf({ addons })).to.equal(1200 + 598 + 4998 + 698);
    expect(totalOf({ addons, country: 'DE' })).to.equal(1200 + 798 + 4998 + 1998);
    expect([shippingFor(0, 'DE'), shippingFor(1, 'CA')]).to.deep.equal([0, 999]);
  });

  it('never discounts more than the goods, and leaves no rest too small for a card', () => {
    expect(totalOf({ discountOf: () => 99_999 })).to.equal(0);
    expect(totalOf({ discountOf: () => -5 })).to.equal(1200);
    expect(totalOf({ discountOf: () => 1180 })).to.equal(0);
    expect(totalOf({ addons: [{ id: 'dvd', quantity: 1 }], discountOf: () => 99_999 })).to.equal(499);
  });

  it('adds up in every combination', () => {
    for (const length of [0, 280, 480, 1300, 4500]) {
      for (const paid of [0, 20, 500, 1200, 5000]) {
        for (const isMember of [false, true]) {
          for (const discountOf of [undefined, percent(33)]) {
            const { lines, totals, film } = price({
              length,
              paid,
              isMember,
              discountOf,
              addons: [{ id: 'tree', quantity: 7 }],
            });
            const { subtotal, discount, shipping, credit, total } = totals;
            expect(lines.reduce((sum, { amount }) => sum + amount, 0)).to.equal(subtotal);
            expect(subtotal - discount + shipping - credit).to.equal(total);
            expect(credit + film.covered + film.due).to.equal(film.target);
            for (const cents of [total, film.due, film.cash, discount]) {
              expect(cents).to.be.at.least(0);
              expect(Number.isInteger(cents)).to.equal(true);
            }
          }
        }
      }
    }
  });
});
