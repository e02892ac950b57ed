import { expect } from 'chai';
import {
  decidingPart,
  FILM_PRICE,
  neededPackage,
  ownPartPrices,
  packagesFrom,
  priceFilm,
} from '../../src/shared/pricing.ts';

const packages = packagesFrom(FILM_PRICE.usual);
const minutes = (count: number) => count * 60;
const priceOf = (length: number, facts: { isFree?: boolean; paid?: number } = {}) =>
  priceFilm(packages, { length, isFree: false, paid: 0, ...facts });

describe('priceFilm', () => {
  it('charges by length, each package up to its last second', () => {
    const amounts = [0, minutes(5), minutes(5) + 1, minutes(20), minutes(60), minutes(60) + 1, minutes(71)];
    expect(amounts.map((length) => priceOf(length).amount)).to.deep.equal([500, 500, 1200, 1200, 2400, 2700, 3000]);
  });

  it('deducts free and paid amounts, and is never negative', () => {
    expect(priceOf(minutes(4), { isFree: true }).amount).to.equal(0);
    expect(priceOf(minutes(12), { isFree: true }).amount).to.equal(700);
    expect(priceOf(minutes(12), { paid: 500 }).amount).to.equal(700);
    expect(priceOf(minutes(4), { paid: 1200 }).amount).to.equal(0);
  });

  it('takes the package of what makers bring themselves, and says how much more that is', () => {
    const own = { length: minutes(4), isFree: false, paid: 0 };
    expect(neededPackage({ hasOwnSong: true, hasOwnTheme: false })).to.equal('plus');
    expect(neededPackage({ hasOwnSong: true, hasOwnTheme: true })).to.equal('premium');
    expect(neededPackage({ hasOwnSong: false, hasOwnTheme: false })).to.equal(null);
    expect(priceFilm(packages, { ...own, needs: 'plus' }).amount).to.equal(1200);
    expect(priceFilm(packages, { ...own, length: minutes(30), needs: 'plus' }).lines[0]?.label).to.equal(
      'Premium, up to 60 min',
    );
    expect(ownPartPrices(packages, own)).to.deep.equal({ song: 700, theme: 1900 });
    expect(ownPartPrices(packages, { ...own, paid: 1200 })).to.deep.equal({ song: 0, theme: 1200 });
    expect(ownPartPrices(packages, { ...own, length: minutes(12) })).to.deep.equal({ song: 0, theme: 1200 });
    expect(decidingPart(packages, { length: minutes(4), needs: 'plus' })).to.equal('song');
    expect(decidingPart(packages, { length: minutes(12), needs: 'plus' })).to.equal(null);
    expect(decidingPart(packages, { length: minutes(12), needs: 'premium' })).to.equal('theme');
  });

  it('returns lines that add up to the amount', () => {
    for (const length of [minutes(4), minutes(12), minutes(95)]) {
      const { amount, lines } = priceOf(length, { isFree: true, paid: 300 });
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).to.equal(amount);
    }
  });

  it('suggests a shorter film when that is cheaper', () => {
    expect(priceOf(minutes(4)).smaller).to.equal(null);
    expect(priceOf(minutes(12)).smaller).to.deep.equal({ name: 'Essential', covers: 300, amount: 500 });
    expect(priceOf(minutes(12), { isFree: true }).smaller).to.include({ name: 'Essential', amount: 0 });
    expect(priceOf(minutes(70)).smaller).to.deep.equal({ name: 'Premium', covers: 3600, amount: 2400 });
    expect(priceOf(minutes(30), { paid: 500 }).smaller).to.include({ name: 'Plus', amount: 700 });
    expect(priceOf(minutes(30), { paid: 2400 }).smaller).to.equal(null);
  });

  it('keeps packages in order for any smallest price', () => {
    for (const price of [FILM_PRICE.least, FILM_PRICE.usual, FILM_PRICE.most]) {
      const [smallest, middle, largest] = packagesFrom(price);
      expect(smallest.amount).to.equal(price).and.to.be.lessThan(middle.amount);
      expect(middle.amount).to.be.lessThan(largest.amount);
    }
  });
});
