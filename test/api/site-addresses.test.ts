import { expect } from 'chai';
import { PUBLIC_PAGES } from '../../src/pages/public-pages.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { metaOf, seePage } from '../helpers/page-facts.ts';
import { newVisitor } from '../helpers/user.ts';
import { tagsOf } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

describe('addresses of the site', () => {
  const web = useWeb();
  const get = (path: string) => seePage(web(), path);

  it('/sitemap.xml lists the public pages and nothing else', async () => {
    const visitor = newVisitor(web().origin);
    await visitor.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] } });
    const { html, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).to.match(/^application\/xml/);
    const listed = [...html.matchAll(/<loc>(.*?)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)].map(([, url]) => url);
    expect(listed).to.have.members(PUBLIC_PAGES.map(({ path }) => web().config.appOrigin + path));
  });

  it('/robots.txt names the sitemap, and every icon of the manifest answers 200', async () => {
    expect((await get('/robots.txt')).html).to.include(`Sitemap: ${web().config.appOrigin}/sitemap.xml`);
    const { icons } = JSON.parse((await get('/manifest.webmanifest')).html) as { icons: { src: string }[] };
    expect(icons.length).to.be.greaterThan(2);
    for (const { src } of icons) expect((await get(src)).status, src).to.equal(200);
  });

  it('redirects /favicon.ico and the Apple icons to pictures', async () => {
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png']) {
      const { status, headers } = await get(path);
      expect(status, path).to.equal(302);
      const picture = await get(headers.get('location') ?? '');
      expect([picture.status, picture.headers.get('content-type')], path).to.deep.equal([200, 'image/png']);
    }
  });

  it('redirects addresses of other catalogues with 301, and keeps their query', async () => {
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

  it('answers 404 at an unknown address, with links to home, help and the occasions', async () => {
    const { status, html } = await get('/video-maker/divorce-video');
    expect(status).to.equal(404);
    expect(tagsOf(html, 'a').map(({ attributes }) => attributes.href)).to.include.members([
      '/',
      '/help',
      '/video-maker',
    ]);
    expect(metaOf(html, 'robots')).to.equal('noindex,nofollow');
  });
});
