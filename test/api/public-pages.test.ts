import { expect } from 'chai';
import { HtmlValidate } from 'html-validate';
import { HTML_RULES } from '../../scripts/audit/html-rules.mjs';
import { PUBLIC_PAGES } from '../../src/pages/public-pages.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { expectSound, tagsOf } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PATHS = PUBLIC_PAGES.map(({ path }) => path);

interface Seen {
  path: string;
  status: number;
  html: string;
  headers: Headers;
}

/** What JSON-LD holds at this type. */
type Data = Record<string, unknown> & { '@type': string };

function structuredOf(html: string): Data[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...blocks].map(([, json = '']) => JSON.parse(json) as Data);
}

function metaOf(html: string, key: string): string | undefined {
  return tagsOf(html, 'meta').find(({ attributes }) => attributes.name === key || attributes.property === key)
    ?.attributes.content;
}

/** Where the results of a search of the help lead to, best first. */
function answersIn(html: string): string[] {
  return [...html.matchAll(/<h2><a href="([^"]+)"/g)].map(([, href = '']) => href);
}

const linkOf = (html: string, rel: string) =>
  tagsOf(html, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href;

describe('public pages', () => {
  const web = useWeb({ env: { RATING: '4.9/1823' } });
  const pages: Seen[] = [];
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Seen> => {
    const response = await fetch(web().origin + path, { headers: { ...HTML, ...headers }, redirect: 'manual' });
    return { path, status: response.status, html: await response.text(), headers: response.headers };
  };

  before(async () => {
    for (const path of PATHS) pages.push(await get(path));
  });

  it('answer 200 with complete HTML and one headline', () => {
    expect(PATHS.length).to.be.greaterThan(30);
    for (const { path, status, html, headers } of pages) {
      expect(status, path).to.equal(200);
      expect(tagsOf(html, 'h1'), path).to.have.length(1);
      expect(headers.get('set-cookie'), path).to.equal(null);
      expect(headers.get('x-robots-tag'), path).to.equal(null);
      expect(html, path).not.to.match(/style="|\son[a-z]+="|undefined|\[object/);
      expectSound(html.slice(html.indexOf('<body')));
    }
  });

  it('are valid HTML', async () => {
    const checker = new HtmlValidate({ extends: ['html-validate:recommended'], rules: HTML_RULES });
    for (const { path, html } of pages) {
      const { results } = await checker.validateString(html);
      const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
      expect(found, path).to.deep.equal([]);
    }
  });

  it('have their own title, description, canonical URL and preview picture', async () => {
    const { appOrigin } = web().config;
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    const descriptions = pages.map(({ html }) => metaOf(html, 'description'));
    for (const texts of [titles, descriptions]) {
      expect(texts).to.deep.equal([...new Set(texts)]);
      for (const text of texts) expect(text?.length ?? 0).to.be.greaterThan(15);
    }
    const pictures = new Set<string>();
    for (const { path, html } of pages) {
      expect(linkOf(html, 'canonical'), path).to.equal(appOrigin + path);
      expect(linkOf(html, 'alternate'), path).to.equal(appOrigin + path);
      expect(metaOf(html, 'og:url'), path).to.equal(appOrigin + path);
      expect(metaOf(html, 'twitter:card'), path).to.equal('summary_large_image');
      pictures.add(metaOf(html, 'og:image') ?? '');
    }
    expect(pictures.size).to.equal(PATHS.filter((path) => path.endsWith('-video')).length + 1);
    for (const picture of pictures) {
      expect(picture.startsWith(appOrigin)).to.equal(true);
      const { status, headers } = await get(new URL(picture).pathname);
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    }
  });

  it('have a link preview at /start-a-vidday, which is not indexed', async () => {
    const { appOrigin } = web().config;
    const { html } = await get('/start-a-vidday?occasion=birthday');
    expect(metaOf(html, 'og:title')).to.equal('Start a VidDay');
    expect(metaOf(html, 'og:description')).to.include('one link to share');
    expect(metaOf(html, 'og:url')).to.equal(`${appOrigin}/start-a-vidday`);
    expect(metaOf(html, 'og:image')).to.match(/\/art\/cards\/site.*\.png$/);
    expect(metaOf(html, 'twitter:card')).to.equal('summary_large_image');
    expect(metaOf(html, 'robots')).to.include('noindex');
    expect((await get(new URL(metaOf(html, 'og:image') ?? '').pathname)).status).to.equal(200);
  });

  it('have structured data with the price and the site’s rating', () => {
    const typesAt = (path: string) => {
      const page = pages.find((each) => each.path === path);
      return structuredOf(page?.html ?? '').map((data) => data['@type']);
    };
    for (const { html } of pages)
      for (const data of structuredOf(html)) expect(data['@context']).to.match(/schema\.org/);
    expect(typesAt('/')).to.include.members(['Organization', 'WebSite', 'Product', 'HowTo']);
    expect(typesAt('/faq')).to.include.members(['FAQPage', 'BreadcrumbList']);
    expect(typesAt('/pricing')).to.include.members(['Product', 'FAQPage', 'BreadcrumbList']);
    for (const path of PATHS.filter((each) => each.endsWith('-video'))) {
      expect(typesAt(path), path).to.have.members(['Product', 'HowTo', 'FAQPage', 'BreadcrumbList']);
    }
    const prices = pages
      .flatMap(({ path, html }) => structuredOf(html).map((data) => ({ path, data })))
      .filter(({ data }) => data['@type'] === 'Product');
    expect(prices.length).to.be.greaterThan(15);
    for (const { path, data } of prices) {
      const price = path.endsWith('get-well-video') ? '0.00' : '5.00';
      expect(data.offers, path).to.include({ price, priceCurrency: 'USD' });
      expect(data.aggregateRating).to.include({ ratingValue: 4.9, ratingCount: 1823 });
    }
    expect(pages.find(({ path }) => path === '/')?.html).to.include('4.9 of 5, from 1,823 ratings');
  });

  it('list each occasion page once, and no unindexed one', () => {
    const { html = '' } = pages.find(({ path }) => path === '/video-maker') ?? {};
    const list = structuredOf(html).find((data) => data['@type'] === 'ItemList');
    const items = list?.itemListElement as { name: string; url: string; position: number }[];
    const paths = items.map(({ url }) => url.replace(web().config.appOrigin, ''));
    expect(paths).to.have.members(PATHS.filter((path) => path.endsWith('-video')));
    expect(items.map(({ position }) => position)).to.deep.equal(items.map((_, index) => index + 1));
  });

  it('describe the product in usual words, and how a film is made', () => {
    const at = (path: string, type: string) =>
      structuredOf(pages.find((each) => each.path === path)?.html ?? '').find((data) => data['@type'] === type);
    const names = {
      '/video-maker/birthday-video': ['Birthday video', 'How to make a birthday video'],
      '/video-maker/anniversary-video': ['Anniversary video', 'How to make an anniversary video'],
      '/video-maker/get-well-video': ['Get-well video', 'How to make a get-well video'],
      '/video-maker/thank-you-video': ['Thank-you video', 'How to make a thank-you video'],
      '/fathers-day-video': ['Father’s Day video', 'How to make a Father’s Day video'],
    };
    for (const [path, name] of Object.entries(names)) {
      expect([at(path, 'Product')?.name, at(path, 'HowTo')?.name]).to.deep.equal(name);
      expect(at(path, 'HowTo')?.step).to.deep.equal(at('/', 'HowTo')?.step);
    }
  });

  it('have no broken links', async () => {
    const found = new Map<string, string>();
    for (const { path, html } of pages) {
      for (const { attributes } of tagsOf(html, 'a', 'link', 'img')) {
        const target = attributes.href ?? attributes.src;
        if (!target || /^(data|mailto):/.test(target)) continue;
        const url = new URL(target.replaceAll('&amp;', '&'), web().config.appOrigin + path);
        if (url.origin === web().config.appOrigin) found.set(url.pathname + url.search, path);
        if (target.startsWith('#')) expect(html, `${target} on ${path}`).to.include(`id="${target.slice(1)}"`);
      }
    }
    const known = new Set(PATHS);
    for (const [target, from] of found) {
      if (known.has(target)) continue;
      const { status } = await get(target);
      expect(status, `${target} on ${from}`).to.be.oneOf([200, 303]);
    }
  });

  it('come from the front cache from the second request on, except for signed-in users', async () => {
    const { headers } = await get('/faq');
    // The app names each request that it sees.
    const first = pages.find(({ path }) => path === '/faq');
    expect(first?.headers.get('x-request-id')).to.be.a('string');
    expect(headers.get('x-request-id')).to.equal(null);
    const etag = headers.get('etag') ?? '';
    expect((await get('/faq', { 'if-none-match': etag })).status).to.equal(304);
    const user = await newUser(web().origin);
    const own = await get('/faq', { cookie: user.cookie() });
    expect(own.html).to.include('Logged in as').and.to.include('noindex');
    expect(own.headers.get('cache-control')).to.equal('private, no-store');
  });

  it('preload the poster of their film', async () => {
    for (const path of ['/', '/video-maker/birthday-video', '/video-maker/memorial-video']) {
      const { html, headers } = pages.find((each) => each.path === path) as Seen;
      const [, picture] =
        /^<([^>]+\.webp)>; rel=preload; as="image"; fetchpriority="high"$/.exec(headers.get('link') ?? '') ?? [];
      expect(html, path).to.include(`<img src="${picture}"`);
      expect((await get(picture as string)).status, path).to.equal(200);
    }
  });

  it('/sitemap.xml lists the public pages and nothing else', async () => {
    const visitor = newVisitor(web().origin);
    await visitor.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] } });
    const { html, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).to.match(/^application\/xml/);
    const listed = [...html.matchAll(/<loc>(.*?)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)].map(([, url]) => url);
    expect(listed).to.have.members(PATHS.map((path) => web().config.appOrigin + path));
  });

  it('keep event pages out of search engines', async () => {
    const visitor = newVisitor(web().origin);
    const event = await visitor.call(createEvent, {
      body: { occasion: 'memorial', recipients: [{ firstName: 'Walter' }] },
    });
    const page = await get(`/e/${event.uuid}`);
    expect(page.headers.get('x-robots-tag')).to.equal('noindex, nofollow');
    expect(metaOf(page.html, 'robots')).to.equal('noindex,nofollow');
    expect(linkOf(page.html, 'canonical')).to.equal(undefined);
    expect(structuredOf(page.html)).to.deep.equal([]);
    for (const { path, html } of [...pages, await get('/sitemap.xml'), await get('/robots.txt')]) {
      expect(html, path).not.to.include(event.uuid);
    }
  });

  it('/robots.txt names the sitemap, and the manifest’s icons exist', async () => {
    expect((await get('/robots.txt')).html).to.include(`Sitemap: ${web().config.appOrigin}/sitemap.xml`);
    const { icons } = JSON.parse((await get('/manifest.webmanifest')).html) as { icons: { src: string }[] };
    expect(icons.length).to.be.greaterThan(2);
    for (const { src } of icons) expect((await get(src)).status, src).to.equal(200);
  });

  it('have a favicon', async () => {
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']) {
      const { status, headers } = await get(path);
      expect(status, path).to.equal(302);
      const picture = await get(headers.get('location') ?? '');
      expect([picture.status, picture.headers.get('content-type')], path).to.deep.equal([200, 'image/png']);
    }
  });

  it('name every third party in terms and privacy, and a contact', () => {
    const mainOf = (path: string) => {
      const { html } = pages.find((each) => each.path === path) as Seen;
      return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    };
    for (const path of ['/privacy', '/terms']) expect(mainOf(path), path).to.include('href="/help/contact"');
    for (const other of ['Stripe', 'Google', 'Apple', 'api.pwnedpasswords.com'])
      expect(mainOf('/privacy'), other).to.include(other);
  });

  it('search help without script, and say when nothing is found', async () => {
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

  it('search help with typos and synonyms, and in the FAQ', async () => {
    const found = async (query: string) => answersIn((await get(`/help?q=${encodeURIComponent(query)}`)).html);
    const best = {
      uplaod: '/help/upload-stopped',
      pasword: '/help/account',
      camra: '/help/camera-and-microphone',
      micrphone: '/help/camera-and-microphone',
      subscription: '/pricing#is-it-a-subscription',
      'change date': '/help/start',
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

  it('link from an answer to its section', async () => {
    for (const [query, page] of [
      ['saved', '/faq'],
      ['subscription', '/pricing'],
    ]) {
      const hrefs = answersIn((await get(`/help?q=${query}`)).html);
      const [path = '', anchor] = hrefs.find((href) => href.startsWith(`${page}#`))?.split('#') ?? [];
      expect((await get(path)).html).to.match(new RegExp(`<details id="${anchor}"`));
    }
  });

  it('redirect the catalogue’s addresses', async () => {
    const custom = await get('/start-a-video?occasion=custom');
    expect([custom.status, custom.headers.get('location')]).to.deep.equal([301, '/start-a-vidday?occasion=custom']);
    const fathers = await get('/video-maker/fathers-day-video');
    expect([fathers.status, fathers.headers.get('location')]).to.deep.equal([301, '/fathers-day-video']);
    const moved = {
      'teacher-appreciation': '/video-maker/school-video',
      yearbook: '/video-maker/school-video',
      military: '/video-maker/recognition-video',
      'bat-mitzvah': '/video-maker/bar-mitzvah-video',
      custom: '/start-a-vidday?occasion=custom',
      congratulations: '/start-a-vidday?occasion=congratulations',
    };
    for (const [name, to] of Object.entries(moved)) {
      const { status, headers } = await get(`/video-maker/${name}-video`);
      expect([status, headers.get('location')], name).to.deep.equal([301, to]);
      expect((await get(to)).status, to).to.equal(200);
      const counted = await get(`/video-maker/${name}-video?utm_source=a`);
      expect(new URL(counted.headers.get('location') ?? '', web().origin).searchParams.get('utm_source')).to.equal('a');
    }
    expect((await get('/start-a-vidday?occasion=congratulations')).html).to.include('data-occasion="congratulations"');
  });

  it('show a way on at an unknown address', async () => {
    const { status, html } = await get('/video-maker/divorce-video');
    expect(status).to.equal(404);
    expect(tagsOf(html, 'a').map(({ attributes }) => attributes.href)).to.include.members([
      '/',
      '/help',
      '/video-maker',
    ]);
    expect(metaOf(html, 'robots')).to.equal('noindex,nofollow');
  });

  it('use no exclamation marks for illness and death', () => {
    for (const { path, html } of pages.filter((each) => /memorial|get-well/.test(each.path))) {
      expect(html, path).to.include('data-tone="quiet"');
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect(main.replaceAll(/<!-- -->|<script.*?<\/script>/gs, ''), path).not.to.include('!');
    }
  });
});
