import { expect } from 'chai';
import { discountOf, type Offer, type PricedLine, plainCode } from '../../src/shared/promo.ts';

const offer = (facts: Partial<Offer>): Offer => ({
  valid: true,
  code: 'X',
  kind: 'percent',
  value: 20,
  label: '',
  packages: [],
  ...facts,
});
const PLUS: PricedLine = { id: 'plus', kind: 'package', amount: 1200 };
const DVD: PricedLine = { id: 'dvd', kind: 'thing', amount: 2499 };

describe('discountOf', () => {
  it('takes a percentage of the film, rounded to the cent, and nothing off things', () => {
    expect(discountOf(offer({ value: 20 }), [PLUS, DVD])).to.equal(240);
    expect(discountOf(offer({ value: 33 }), [{ ...PLUS, amount: 505 }])).to.equal(167);
    expect(discountOf(offer({ value: 20 }), [DVD])).to.equal(0);
  });

  it('never takes more than the film costs', () => {
    expect(discountOf(offer({ kind: 'amount', value: 5000 }), [PLUS, DVD])).to.equal(1200);
  });

  it('pays for its package only, and not for length beyond it', () => {
    const extra: PricedLine = { id: 'extra', kind: 'extra', amount: 300 };
    const premium: PricedLine = { id: 'premium', kind: 'package', amount: 2400 };
    const free = offer({ kind: 'package', value: 0, packages: ['premium'] });
    expect(discountOf(free, [premium, extra])).to.equal(2400);
    expect(discountOf(free, [PLUS])).to.equal(0);
    expect(discountOf(offer({}), [extra]), 'a percentage also of the difference for a longer film').to.equal(60);
  });
});

describe('plainCode', () => {
  it('reads a code however it was typed', () => {
    expect(plainCode(' gift—7kq2 ‑mx9p\u200b ')).to.equal('GIFT-7KQ2-MX9P');
  });
});
