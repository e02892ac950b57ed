import { expect } from 'chai';
import { HtmlValidate } from 'html-validate';
import { HTML_RULES } from '../../scripts/audit/html-rules.mjs';
import { PUBLIC_PAGES } from '../../src/pages/public-pages.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { metaOf, type Seen, seePage, structuredOf } from '../helpers/page-facts.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { expectSound, tagsOf } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const PATHS = PUBLIC_PAGES.map(({ path }) => path);

const linkOf = (html: string, rel: string) =>
  tagsOf(html, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href;

describe('public pages', () => {
  const web = useWeb({ env: { RATING: '4.9/1823' } });
  const pages: Seen[] = [];
  const get = (path: string, headers?: Record<string, string>) => seePage(web(), path, headers);

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

  it('/start-a-vidday has a link preview and is not indexed', async () => {
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

  it('have structured data with price and rating', () => {
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

  it('at /video-maker list each occasion page once, and no unindexed one', () => {
    const { html = '' } = pages.find(({ path }) => path === '/video-maker') ?? {};
    const list = structuredOf(html).find((data) => data['@type'] === 'ItemList');
    const items = list?.itemListElement as { name: string; url: string; position: number }[];
    const paths = items.map(({ url }) => url.replace(web().config.appOrigin, ''));
    expect(paths).to.have.members(PATHS.filter((path) => path.endsWith('-video')));
    expect(items.map(({ position }) => position)).to.deep.equal(items.map((_, index) => index + 1));
  });

  it('name product and how-to after the occasion', () => {
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

  it('are answered by the front cache from the second request on, except to signed-in users', async () => {
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

  it('preload the poster of their film, and show it', async () => {
    for (const path of ['/', '/video-maker/birthday-video', '/video-maker/memorial-video']) {
      const { html, headers } = pages.find((each) => each.path === path) as Seen;
      const [, picture] =
        /^<([^>]+\.webp)>; rel=preload; as="image"; fetchpriority="high"$/.exec(headers.get('link') ?? '') ?? [];
      expect(html, path).to.include(`<img src="${picture}"`);
      expect((await get(picture as string)).status, path).to.equal(200);
    }
  });

  it('do not name an event, whose page is noindex', async () => {
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

  it('name every third party in the privacy notice, and link to the contact form', () => {
    const mainOf = (path: string) => {
      const { html } = pages.find((each) => each.path === path) as Seen;
      return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    };
    for (const path of ['/privacy', '/terms']) expect(mainOf(path), path).to.include('href="/help/contact"');
    const others = ['Stripe', 'Google', 'Apple', 'api.pwnedpasswords.com', 'Twilio', 'A transcription service'];
    for (const other of [...others, 'Unsplash', 'Tremendous', 'Ecologi'])
      expect(mainOf('/privacy'), other).to.include(other);
    expect(mainOf('/privacy'))
      .to.include('If somebody put you on a guest list')
      .and.include('A clip that its sender withdrew: 1 hour,');
  });

  it('use no exclamation mark on pages about illness and death', () => {
    for (const { path, html } of pages.filter((each) => /memorial|get-well/.test(each.path))) {
      expect(html, path).to.include('data-tone="quiet"');
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect(main.replaceAll(/<!-- -->|<script.*?<\/script>/gs, ''), path).not.to.include('!');
    }
  });
});
