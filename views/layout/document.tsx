import type { ReactNode } from 'react';
import { LANGUAGES, SITE_NAME } from '../../src/shared/site-facts.ts';
import { type PageRendering, usePage } from '../base/page-context.ts';

/** Where payment pages are: `formOrigins` of a page with a form that is answered by one. */
export const PAYMENT_PAGES: readonly string[] = ['https://checkout.stripe.com'];

/** Content of `head` and attributes of the root element. */
export interface PageHead {
  /** Full title, as in the tab. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description?: string;
  /** Absolute URL of the page. */
  canonical?: string;
  /** Picture for shared links, 1200x630: path in `static`. Needs `canonical`. */
  image?: { file: string; alt: string };
  /** False: `noindex`. Personal pages are never indexed. */
  indexed?: boolean;
  /** `strict-origin` if the URL contains a key: nobody learns it, and our own forms still say where they are from. */
  referrer?: 'strict-origin';
  /** Sheet of `static/css/entries`, without `.css`. Default: `site`. */
  sheet?: string;
  /** Occasion whose wrapping paper the page uses. */
  occasion?: string;
  tone?: 'bright' | 'quiet';
  lang?: string;
  /** JSON-LD for search engines. The function returns the absolute URL of a file in `static`. */
  structured?: (address: (file: string) => string) => object[];
  /** Other origins that pictures come from, for the content policy of a personal page. */
  pictureOrigins?: readonly string[];
  /** Other origins that forms redirect to, for the same policy. */
  formOrigins?: readonly string[];
  /** Not painted before it has arrived whole, where a browser can wait: later parts decide where earlier ones are. */
  isPaintedWhole?: boolean;
  /** Pictures to preload: URL, and type or srcset for several variants. */
  preload?: { href: string; as: 'image'; type?: string; imageSrcSet?: string; imageSizes?: string }[];
}

const FONT = 'fonts/young-serif-latin.woff2';
const ICON = 'icons/icon.svg';
const TOUCH_ICON = 'icons/icon-180.png';
/** Larger sheets are linked, as they would be larger than the page. */
const INLINE_MAX = 80_000;

/** The HTML document around a page's body. */
export function Document({ head, children }: { head: PageHead; children: ReactNode }) {
  const page = usePage();
  const personal = page.nonce !== undefined;
  const address = (file: string) => new URL(page.assets.file(file), head.canonical).href;
  return (
    <html
      lang={head.lang ?? 'en'}
      data-occasion={head.occasion}
      data-errors={page.gathersErrors ? '' : undefined}
      data-tone={head.tone === 'quiet' ? 'quiet' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {(personal || head.indexed === false) && <meta name="robots" content="noindex,nofollow" />}
        {head.referrer && <meta name="referrer" content={head.referrer} />}
        {head.canonical && !personal && <Addresses canonical={head.canonical} indexed={head.indexed !== false} />}
        <Sheet page={page} name={head.sheet ?? 'site'} />
        {head.isPaintedWhole && <link rel="expect" href="#toasts" blocking="render" />}
        <link rel="preload" as="font" type="font/woff2" href={page.assets.file(FONT)} crossOrigin="anonymous" />
        {head.preload?.map((picture) => (
          <link key={picture.href} rel="preload" {...picture} />
        ))}
        <link rel="icon" type="image/svg+xml" href={page.assets.file(ICON)} />
        <link rel="apple-touch-icon" href={page.assets.file(TOUCH_ICON)} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme:light)" content="#fbf3eb" />
        <meta name="theme-color" media="(prefers-color-scheme:dark)" content="#21111c" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <SharedLink head={head} address={address} />
        {head.structured?.(address).map((data) => (
          <Structured key={JSON.stringify(data)} data={data} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

function Sheet({ page, name }: { page: PageRendering; name: string }) {
  const sheet = page.assets.sheet(name);
  if (!inlines(page, sheet.text)) return <link rel="stylesheet" href={sheet.url} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheet, from the build
  return <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: sheet.text }} />;
}

/** Whether the sheet is inlined; the content policy must then contain its hash. */
export function inlines(page: Pick<PageRendering, 'inlineSheets'>, text: string): boolean {
  return page.inlineSheets && text.length <= INLINE_MAX;
}

/** Canonical and alternate URLs for each language. */
function Addresses({ canonical, indexed }: { canonical: string; indexed: boolean }) {
  return (
    <>
      <link rel="canonical" href={canonical} />
      {indexed &&
        LANGUAGES.map((language) => <link key={language} rel="alternate" hrefLang={language} href={canonical} />)}
      {indexed && <link rel="alternate" hrefLang="x-default" href={canonical} />}
    </>
  );
}

function SharedLink({ head, address }: { head: PageHead; address: (file: string) => string }) {
  return (
    <>
      <meta property="og:site_name" content={SITE_NAME} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.canonical && <meta property="og:url" content={head.canonical} />}
      {head.image && (
        <>
          <meta property="og:image" content={address(head.image.file)} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={head.image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={head.title} />
          {head.description && <meta name="twitter:description" content={head.description} />}
          <meta name="twitter:image" content={address(head.image.file)} />
          <meta name="twitter:image:alt" content={head.image.alt} />
        </>
      )}
    </>
  );
}

function Structured({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that can't end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
