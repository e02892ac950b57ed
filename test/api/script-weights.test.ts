import { get } from 'node:http';
import { expect } from 'chai';
import { builtAssets, useWeb } from '../helpers/web-app.ts';

/** What islands may weigh together with React, in KiB as sent to a browser that takes brotli; those on one page share files. */
const LIMITS: readonly (readonly [limit: number, ...islands: string[]])[] = [
  [63, 'idea-widget'],
  [66, 'idea-form'],
  [66, 'shell'],
  [64, 'report'],
  [64, 'notice'],
  [64, 'copy-message'],
  [64, 'password-field'],
  [71, 'receipt', 'shell'],
  [72, 'news', 'shell'],
  [73, 'guestbook', 'shell'],
  [75, 'gift', 'shell'],
  [95, 'people', 'organisers', 'shell'],
  [83, 'uploader', 'shell', 'report'],
  [98, 'studio', 'shell'],
  [90, 'desk', 'shell'],
  [72, 'desk-keys', 'shell'],
  [92, 'plot', 'shell'],
];

/** Length of an answer's body before it is unpacked, which `fetch` does not tell. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: none`))));
    }).on('error', reject);
  });
}

describe('the size of island scripts', () => {
  const web = useWeb();

  for (const [limit, ...islands] of LIMITS) {
    it(`is at most ${limit} KiB for ${islands.join(', ')}`, async () => {
      const assets = await builtAssets();
      const files = new Set(islands.flatMap((name) => assets.island(name)));
      let bytes = 0;
      for (const file of files) bytes += await sentBytes(web().origin + file);
      expect(bytes / 1024)
        .to.be.greaterThan(50)
        .and.at.most(limit);
    });
  }
});
