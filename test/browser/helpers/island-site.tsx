import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReactNode, Suspense, use } from 'react';
import { buildBrowser } from '../../../scripts/build/browser.mjs';
import { createPages, type Pages, page } from '../../../src/pages/render-page.tsx';
import { type Assets, loadAssets } from '../../../src/platform/assets.ts';
import { createFrontCache } from '../../../src/platform/front-cache/front-cache.ts';
import { IslandOf, type IslandWhen } from '../../../views/base/island.tsx';
import { tempFolder } from '../../helpers/temp-folder.ts';
import Breaker from '../fixtures/breaker.island.tsx';
import Greeter from '../fixtures/greeter.island.tsx';
import Mark from '../fixtures/mark.island.tsx';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Would end a script, an attribute or an element if it were not escaped. */
export const HOSTILE = `</script>"'&`;

/** A server whose pages hold the islands of `test/browser/fixtures`, built as those of the product are. */
export interface IslandSite {
  origin: string;
  assets: Assets;
  /** Folder of the build. */
  folder: string;
  /** Keeps script back until the returned function is called. */
  holdScripts(): () => void;
  /** Refuses the next `times` requests for a chunk whose address contains `name`. */
  failScripts(name: string, times: number): void;
  /** Bodies of forms that were posted without script. */
  posted: string[];
  /** What `onError` heard. */
  errors: unknown[];
  close(): Promise<void>;
}

export async function startIslandSite(): Promise<IslandSite> {
  const folder = await tempFolder();
  await buildBrowser({ root: ROOT, islands: join(ROOT, 'test/browser/fixtures'), out: folder });
  const assets = loadAssets(folder);
  const front = createFrontCache({ build: assets.build });
  const errors: unknown[] = [];
  const posted: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const failing = { name: '', times: 0 };
  let pages: Pages;
  /** Gives a page up long before anybody would. */
  let hasty: Pages;

  const server = createServer(async (req, res) => {
    const url = req.url ?? '/';
    if (url.startsWith('/assets/js/')) {
      if (failing.times > 0 && url.includes(failing.name)) {
        failing.times--;
        res.writeHead(503).end();
        return;
      }
      await gate;
    }
    if (assets.serve(req, res)) return;
    if (front.hit(req, res)) return;
    try {
      await route(url, req, res);
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  });

  async function route(url: string, req: IncomingMessage, res: ServerResponse) {
    if (req.method === 'POST') {
      let body = '';
      for await (const chunk of req) body += chunk;
      posted.push(body);
    }
    const view = VIEWS[url.split('?', 1)[0] ?? ''];
    if (!view) return void res.writeHead(404).end();
    const head = { title: 'Islands' };
    if (url === '/personal-endless') return hasty.renderPage(req, res, { view, props: {}, head });
    if (url.startsWith('/personal')) return pages.renderPage(req, res, { view, props: {}, head });
    return pages.anonymousPage({ load: () => page({ view, props: {}, head }) })(req, res);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onError = (error: unknown) => void errors.push(error);
  const deps = { assets, front, appOrigin: origin, mediaOrigin: 'https://media.example', onError };
  pages = createPages(deps);
  hasty = createPages({ ...deps, timeLimit: 300 });
  return {
    origin,
    assets,
    folder,
    posted,
    errors,
    holdScripts() {
      let release = () => {};
      gate = new Promise((done) => {
        release = done;
      });
      return release;
    },
    failScripts(name, times) {
      failing.name = name;
      failing.times = times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const VIEWS: Record<string, () => ReactNode> = {
  '/none': () => <p>No island here</p>,
  '/tap': () => (
    <>
      <GreeterIsland greeting="Hello" start={0} />
      <GreeterIsland greeting={HOSTILE} start={7} />
    </>
  ),
  '/when': () => (
    <>
      <MarkIsland label="first" when="load" />
      <MarkIsland label="second" when="idle" />
      <div className="far">
        <svg width="10" height="3000" aria-hidden="true" />
      </div>
      <MarkIsland label="third" when="visible" />
      <p>The end</p>
    </>
  ),
  '/break': () => (
    <>
      <IslandOf name="breaker" component={Breaker} props={{ label: 'x' }} />
      <MarkIsland label="beside" when="load" />
    </>
  ),
  '/late': () => (
    <Suspense fallback={<p>One moment</p>}>
      <Late />
    </Suspense>
  ),
  '/broken': () => <Broken />,
  '/broken-island': () => (
    <>
      <IslandOf name="breaker" component={BrokenIsland} props={{}} />
      <p>The rest</p>
    </>
  ),
  '/personal-broken': () => <Broken />,
  '/personal-endless': () => (
    <Suspense fallback={<p>One moment</p>}>
      <Endless />
    </Suspense>
  ),
  '/personal': () => (
    <>
      <MarkIsland label="early" when="load" />
      <Suspense fallback={<p>One moment</p>}>
        <Late />
      </Suspense>
    </>
  ),
};

function GreeterIsland(props: { greeting: string; start: number }) {
  return <IslandOf name="greeter" component={Greeter} props={props} />;
}

function MarkIsland({ label, when }: { label: string; when: IslandWhen }) {
  return <IslandOf name="mark" component={Mark} props={{ label }} when={when} />;
}

function Broken(): ReactNode {
  throw new Error('broken on the server');
}

function BrokenIsland(_props: object): ReactNode {
  throw new Error('broken island');
}

const never = new Promise<string>(() => {});

function Endless() {
  return use(never);
}

const slow = new Map<string, Promise<string>>();

function Late() {
  const words = use(late('late'));
  return <MarkIsland label={words} when="load" />;
}

function late(words: string): Promise<string> {
  const known = slow.get(words) ?? new Promise<string>((done) => setTimeout(() => done(words), 60));
  slow.set(words, known);
  return known;
}
