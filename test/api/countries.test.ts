import { expect } from 'chai';
import { listCountries } from '../../src/shared/contracts/countries.ts';
import { useApi } from '../helpers/api-app.ts';
import { newVisitor } from '../helpers/user.ts';

describe('GET /api/v2/geo-countries', () => {
  const api = useApi();
  const list = (query: { sortBy?: 'name' | 'code' }) => newVisitor(api().origin).call(listCountries, { query });

  it('lists all countries with what forms need', async () => {
    const countries = await list({ sortBy: 'name' });
    expect(countries.length).to.be.within(245, 260);
    expect(countries.find(({ code }) => code === 'DE')).to.deep.equal({
      code: 'DE',
      name: 'Germany',
      nativeName: 'Deutschland',
      phonePrefix: '+49',
      currency: 'EUR',
      emoji: '🇩🇪',
    });
    for (const { code, name, phonePrefix } of countries) {
      expect([code, name, phonePrefix].join(' ')).to.match(/^[A-Z]{2} \p{Lu}.* (?:\+\d{1,5})?$/u);
    }
  });

  it('sorts by name or by code', async () => {
    const names = (await list({ sortBy: 'name' })).map(({ name }) => name);
    expect(names).to.deep.equal(names.toSorted(new Intl.Collator('en').compare));
    expect(await list({})).to.deep.equal(await list({ sortBy: 'name' }));
    const codes = (await list({ sortBy: 'code' })).map(({ code }) => code);
    expect(codes).to.deep.equal(codes.toSorted());
  });

  it('is cacheable, and refuses other sort orders', async () => {
    const visitor = newVisitor(api().origin);
    const response = await visitor.fetch('/api/v2/geo-countries?sortBy=name');
    expect(response.headers.get('cache-control')).to.equal('private, max-age=86400');
    expect((await visitor.fetch('/api/v2/geo-countries?sortBy=size')).status).to.equal(422);
  });
});
