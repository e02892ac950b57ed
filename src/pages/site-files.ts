import type { Express, Request, Response } from 'express';
import type { Assets } from '../platform/assets.ts';
import type { Config } from '../platform/config.ts';
import { declare } from '../platform/http/addresses.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import { LANGUAGES, SITE_NAME } from '../shared/site-facts.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

const AN_HOUR = 'public, max-age=3600';

/** Icons that browsers and robots request by convention. */
const ICONS = {
  '/favicon.ico': 'icons/icon-192.png',
  '/apple-touch-icon.png': 'icons/icon-180.png',
  '/apple-touch-icon-precomposed.png': 'icons/icon-180.png',
} as const;

/** Well-known files: `/sitemap.xml`, `/robots.txt`, `/manifest.webmanifest`, icons. */
export function siteFiles(app: Express, { appOrigin }: Pick<Config, 'appOrigin'>, assets: Assets): void {
  const files: Record<string, { type: string; body: string }> = {
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', body: sitemap(appOrigin) },
    '/robots.txt': { type: 'text/plain; charset=utf-8', body: robots(appOrigin) },
    '/manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', body: manifest(assets) },
  };
  for (const [path, { type, body }] of Object.entries(files)) {
    const send = (_req: Request, res: Response) => {
      nameRoute(res, path);
      res.set({ 'Content-Type': type, 'Cache-Control': AN_HOUR }).send(body);
    };
    app.get(path, declare({ kind: 'site', method: 'GET', path, access: 'anyone' }, send));
  }
  for (const [path, file] of Object.entries(ICONS)) {
    const forward = (_req: Request, res: Response) => {
      nameRoute(res, path);
      res.set('Cache-Control', AN_HOUR).redirect(302, assets.file(file));
    };
    app.get(path, declare({ kind: 'site', method: 'GET', path, access: 'anyone' }, forward));
  }
}

function sitemap(origin: string): string {
  const pages = PUBLIC_PAGES.map(({ path, updated }) => {
    const address = `${origin}${path}`;
    const languages = LANGUAGES.map((each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${address}"/>`);
    return `<url><loc>${address}</loc><lastmod>${updated}</lastmod>${languages.join('')}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Films and invitations are not disallowed here: robots must fetch them to see `noindex`, or they may list the bare
 * URLs.
 */
function robots(origin: string): string {
  const closed = ['/api/', '/dashboard', '/settings/', '/staff/', '/sandbox/'];
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );
}

function manifest(assets: Assets): string {
  const icon = (file: string, sizes: string, purpose = 'any') => ({
    src: assets.file(`icons/${file}`),
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: `${SITE_NAME}: one film from everyone`,
    short_name: SITE_NAME,
    description: 'Friends send clips from their phones; one person unwraps one film.',
    lang: LANGUAGES[0],
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#fbf3eb',
    theme_color: '#fbf3eb',
    icons: [
      icon('icon.svg', 'any'),
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [{ name: 'Start a VidDay', url: '/start-a-vidday' }],
  });
}
