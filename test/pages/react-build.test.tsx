import { Writable } from 'node:stream';
import { expect } from 'chai';
import { type CSSProperties, type ReactElement, Suspense, use, useId } from 'react';
import { type RenderToPipeableStreamOptions, renderToPipeableStream as renderOnNode } from 'react-dom/server';
import { WholePage } from '../../src/pages/page-text.ts';
import { REACT_BUILDS } from '../../src/pages/react-build.ts';

/** Decision 14: pages go into one string, whichever of React's builds writes them. */
for (const [name, render] of Object.entries(REACT_BUILDS))
  describe(`React’s ${name} build`, () => {
    const options: RenderToPipeableStreamOptions = { nonce: 'n0nce', identifierPrefix: 'p' };

    const asPages = (element: ReactElement) =>
      new Promise<string>((resolve, reject) => {
        const stream = render(element, {
          ...options,
          onShellReady: () => stream.pipe(new WholePage(resolve, reject)),
          onShellError: reject,
          onError: reject,
        });
      });
    const asNode = (element: ReactElement) =>
      new Promise<string>((resolve, reject) => {
        const pieces: Buffer[] = [];
        const out = new Writable({
          write(piece, encoding, done) {
            pieces.push(Buffer.from(piece, encoding));
            done();
          },
          final(done) {
            resolve(Buffer.concat(pieces).toString('utf8'));
            done();
          },
        });
        const stream = renderOnNode(element, {
          ...options,
          onShellReady: () => stream.pipe(out),
          onShellError: reject,
          onError: reject,
        });
      });

    /** Late in every rendering. */
    const laterBy = (words: string) => {
      const promise = new Promise<string>((done) => setImmediate(() => done(words)));
      return () => <b>{use(promise)}</b>;
    };

    it('writes every kind of markup as its build for Node.js', async () => {
      expect(await asPages(<Everything />)).to.equal(await asNode(<Everything />));
    });

    it('writes late parts as its build for Node.js', async () => {
      const inTwo = (Late: () => ReactElement) => (
        <html lang="en">
          <body>
            <Suspense fallback={<i>A moment…</i>}>
              <Late />
            </Suspense>
            <p>Meanwhile</p>
          </body>
        </html>
      );
      const ours = await asPages(inTwo(laterBy('ä late “word”')));
      expect(ours).to.equal(await asNode(inTwo(laterBy('ä late “word”'))));
      expect(ours).to.match(/A moment…[\s\S]*Meanwhile[\s\S]*ä late “word”/);
    });

    it('writes pages larger than the chunks of the build for Node.js', async () => {
      const long = (
        <main>
          {Array.from({ length: 300 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
            <p key={index}>{`${'Žluťoučký kůň 🐎 '.repeat(index % 40)}${index}`}</p>
          ))}
        </main>
      );
      expect(await asPages(long)).to.equal(await asNode(long));
    });
  });

function Everything() {
  const style: CSSProperties & Record<'--turn', string> = { marginTop: 4, '--turn': '3deg', opacity: 0.5 };
  const id = useId();
  return (
    <html lang="en" data-tone={undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`A & B <"film">`}</title>
        <link rel="stylesheet" href="/a.css" />
        <link rel="preload" as="font" type="font/woff2" href="/f.woff2" crossOrigin="anonymous" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as the sheet is inlined */}
        <style nonce="n0nce" dangerouslySetInnerHTML={{ __html: 'a>b{color:red}' }} />
        <script nonce="n0nce" type="module" src="/a.js" async />
      </head>
      <body>
        {'text <beside> '}
        {3} {null} {false}
        {'more & text'}
        <form action="/x" method="post">
          <label htmlFor={id}>Name</label>
          <input id={id} defaultValue={`"Zoë" <z@x>`} required autoComplete="given-name" />
          <input type="checkbox" defaultChecked disabled />
          <select defaultValue="b">
            <option value="a">A</option>
            <option value="b">B</option>
          </select>
          <textarea defaultValue={'\nfirst\nline'} />
        </form>
        <svg viewBox="0 0 2 2" aria-hidden="true">
          <use href="#a" strokeWidth={2} />
        </svg>
        <img src="/p.jpg" srcSet="/p.jpg 1x, /q.jpg 2x" alt="" width={2} height={2} />
        <video playsInline muted controls poster="/p.jpg">
          <track kind="captions" src="/c.vtt" srcLang="en" default />
        </video>
        <a href="/?a=1&b=2" className="x" style={style} data-on={true} aria-current="page" tabIndex={-1} hidden>
          🎁 “Quotes” & ünïcödé
        </a>
      </body>
    </html>
  );
}
