import { expect } from 'chai';
import { metaOf, seePage } from '../helpers/page-facts.ts';
import { useWeb } from '../helpers/web-app.ts';

/** Where the results of a search lead to, best first. */
function answersIn(html: string): string[] {
  return [...html.matchAll(/<h2><a href="([^"]+)"/g)].map(([, href = '']) => href);
}

describe('GET /help?q=', () => {
  const web = useWeb();
  const get = (path: string) => seePage(web(), path);

  it('finds an article by words in the address, and says when nothing matches', async () => {
    const found = await get('/help?q=upload%20stuck');
    expect(found.html.indexOf('/help/upload-stopped')).to.be.within(1, found.html.indexOf('/help/start') >>> 0);
    expect(metaOf(found.html, 'robots')).to.equal('noindex,nofollow');
    const none = await get('/help?q=%3Cb%3Exyzzy');
    expect(none.html).to.include('Nothing matches').and.not.to.include('<b>xyzzy');
    const long = await get(`/help?q=${'camera '.repeat(30)}`);
    expect(long.status).to.equal(200);
    expect(answersIn(long.html)[0], 'cut, not forgotten').to.equal('/help/camera-and-microphone');
    expect(long.html).to.include('match “camera camera');
  });

  it('finds articles and FAQ answers in spite of typos and by synonyms', async () => {
    const found = async (query: string) => answersIn((await get(`/help?q=${encodeURIComponent(query)}`)).html);
    const best = {
      uplaod: '/help/upload-stopped',
      pasword: '/help/account',
      camra: '/help/camera-and-microphone',
      micrphone: '/help/camera-and-microphone',
      subscription: '/pricing#is-it-a-subscription',
      'change date': '/help/start',
      sms: '/help/give-it',
    };
    for (const [query, href] of Object.entries(best)) expect((await found(query))[0], query).to.equal(href);
    const among = {
      reciever: '/faq#how-does-the-recipient-get-it',
      download: '/faq#can-the-film-be-saved',
      tv: '/help/give-it',
      invoice: '/help/publish-and-pay',
      passkey: '/help/account',
      spam: '/help/give-it',
      captions: '/help/arrange',
      subtitles: '/help/arrange',
    };
    for (const [query, href] of Object.entries(among)) {
      const hrefs = await found(query);
      expect(hrefs, query).to.include(href);
      expect(hrefs.length, 'not everything').to.be.below(10);
    }
    for (const query of ['delete my account', 'two factor', 'cant log in']) {
      const hrefs = await found(query);
      expect(hrefs[0], query).to.be.a('string').and.not.to.be.oneOf(['/help/start', '/help/change-or-withdraw']);
      expect(hrefs, query).not.to.include('/help/upload-stopped');
    }
    for (const query of ['how to', 'constructor', 'q'.repeat(60)]) {
      expect((await get(`/help?q=${encodeURIComponent(query)}`)).html, query).to.include('Nothing matches');
    }
  });

  it('links to the section of the page that holds the answer', async () => {
    for (const [query, page] of [
      ['saved', '/faq'],
      ['subscription', '/pricing'],
    ]) {
      const hrefs = answersIn((await get(`/help?q=${query}`)).html);
      const [path = '', anchor] = hrefs.find((href) => href.startsWith(`${page}#`))?.split('#') ?? [];
      expect((await get(path)).html).to.match(new RegExp(`<details id="${anchor}"`));
    }
  });
});
