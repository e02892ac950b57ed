import { expect } from 'chai';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { PACKAGE_WORDS } from '../../src/shared/pricing.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('a site with its own price and rating', () => {
  const web = useWeb({ env: { FILM_PRICE: '7.50', RATING: '4.4/12' } });
  const htmlAt = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(web().origin + path, { headers: { accept: 'text/html', ...headers } });
    const isCached = answer.headers.get('x-request-id') === null;
    return { isCached, html: (await answer.text()).replaceAll('<!-- -->', '') };
  };

  for (const path of ['/', '/pricing', '/video-maker/birthday-video']) {
    it(`shows them on ${path} to people and search engines, fresh, cached and signed in`, async () => {
      const user = await newUser(web().origin);
      const first = await htmlAt(path);
      const second = await htmlAt(path);
      const own = await htmlAt(path, { cookie: user.cookie() });
      expect([first.isCached, second.isCached, own.isCached]).to.deep.equal([false, true, false]);
      for (const { html } of [first, second, own]) {
        expect(html)
          .to.include('$7.50')
          .and.not.to.match(/\$5(?:\.00)?\b/);
        const blocks = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)];
        const product = blocks.map(([, json = '']) => JSON.parse(json)).find((data) => data['@type'] === 'Product');
        expect(product.offers).to.include({ price: '7.50', priceCurrency: 'USD' });
        expect(product.aggregateRating).to.include({ ratingValue: 4.4, ratingCount: 12 });
      }
    });
  }

  it('says what each package has besides its length, and that there is a membership', async () => {
    const { html } = await htmlAt('/pricing');
    for (const words of Object.values(PACKAGE_WORDS)) expect(html).to.include(words);
    expect(html).to.include('a membership, which renews until you cancel it');
  });

  it('charges that price', async () => {
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    await giveText(creator, event, 'All the best');
    const { price } = await readEvent(creator, event);
    expect(price).to.include({ amount: 750, smaller: null });
    const { url } = await creator.call(createCheckoutSession, { body: { eventId: event.id } });
    expect(await (await creator.fetch(new URL(url).pathname)).text()).to.include('$7.50');
  });
});

for (const [what, env] of [
  ['that sets no RATING', undefined],
  ['with RATING=none', { RATING: 'none' }],
] as const) {
  describe(`a site ${what}`, () => {
    const web = useWeb({ env });

    it('claims no rating, to people or to search engines', async () => {
      for (const path of ['/', '/pricing', '/video-maker/birthday-video']) {
        const html = await (await fetch(web().origin + path, { headers: { accept: 'text/html' } })).text();
        expect(html).to.include('"@type":"Product"');
        expect(html)
          .not.to.include('aggregateRating')
          .and.not.to.match(/\d ratings|1,?823/);
      }
    });
  });
}
