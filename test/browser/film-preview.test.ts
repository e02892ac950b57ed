import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { previewPlaylist } from '../../src/features/films/preview/playlist.ts';
import { clickSegment, type MadeSegment } from '../helpers/lavfi-segments.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';

/** What the player found: where each piece came to lie (seconds), what it can play without a gap, and what went wrong. */
interface Played {
  starts: number[];
  buffered: [number, number][];
  ended: number | undefined;
  problems: string[];
}

const PAGE = `<!doctype html><title>Preview</title><video muted></video><script src="/hls.js"></script>
<script>
  const video = document.querySelector('video');
  const hls = new Hls({ enableWorker: false });
  window.played = { starts: [], buffered: [], problems: [] };
  hls.on(Hls.Events.ERROR, (_, { details }) => { played.problems.push(details); });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag }) => { played.starts.push(frag.start); });
  video.addEventListener('ended', () => {
    const { buffered } = video;
    for (let i = 0; i < buffered.length; i += 1) played.buffered.push([buffered.start(i), buffered.end(i)]);
    played.ended = video.currentTime;
  });
  hls.loadSource('/list.m3u8');
  hls.attachMedia(video);
  video.playbackRate = 4;
  video.play();
</script>`;

/** The film's pictures at some times (seconds): how bright each is, 0 to 255, and the length that the player tells. */
const SEEK = `async (path, times) => {
  const video = document.createElement('video');
  const event = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(video.error), { once: true });
  });
  const loaded = event('canplaythrough');
  video.src = path;
  await loaded;
  const paper = new OffscreenCanvas(1, 1).getContext('2d');
  const seen = [];
  const isShown = (time) => {
    const frame = new VideoFrame(video);
    const off = time - frame.timestamp / 1e6;
    frame.close();
    return off > -0.001 && off < 0.035;
  };
  for (const time of times) {
    const arrived = event('seeked');
    video.currentTime = time;
    await arrived;
    // A busy machine may still show the picture from before.
    for (let tries = 0; tries < 6000 && !isShown(time); tries++) await new Promise((done) => setTimeout(done, 50));
    paper.drawImage(video, 0, 0, 1, 1);
    seen.push(paper.getImageData(0, 0, 1, 1).data[0]);
  }
  return { seen, length: video.duration };
}`;

describe('instant preview in a browser', function () {
  this.timeout(600_000);
  const FRAMES = [40, 31, 215, 44];
  let server: Server;
  let browser: TestBrowser;
  let origin: string;

  before(async () => {
    const folder = await tempFolder();
    const made: MadeSegment[] = [];
    for (const [i, frames] of FRAMES.entries()) made.push(await clickSegment(folder, `c${i}`, frames, 9));
    const list = previewPlaylist(made.map(({ stream }, i) => ({ url: `/${i}.mp4`, stream })));
    const bytes = await Promise.all(made.map(({ files }) => readFile(files.video720)));
    const library = await readFile('node_modules/hls.js/dist/hls.min.js');
    server = createServer((request, response) => {
      const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '');
      const file = bytes[Number(/^\/(\d+)\.mp4$/.exec(request.url ?? '')?.[1] ?? Number.NaN)];
      if (file && range) {
        const [start, end] = [Number(range[1]), Number(range[2] || file.length - 1)];
        const headers = { 'Content-Type': 'video/mp4', 'Content-Range': `bytes ${start}-${end}/${file.length}` };
        response.writeHead(206, headers).end(file.subarray(start, end + 1));
      } else if (request.url === '/list.m3u8') response.end(list);
      else if (request.url === '/hls.js') response.setHeader('Content-Type', 'text/javascript').end(library);
      else response.setHeader('Content-Type', 'text/html').end(request.url === '/empty' ? '' : PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
  });

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it('plays clip after clip to the end without gaps, each at its time in the playlist', async () => {
    const { page, close } = await browser.open();
    await page.goto(origin);
    await page.waitForFunction('window.played.ended !== undefined', { timeout: 300_000 });
    const played = (await page.evaluate('window.played')) as Played;
    await close();
    // A busy machine may stall it; a gap would show in what is buffered.
    expect(played.problems.filter((problem) => problem !== 'bufferStalledError')).to.deep.equal([]);
    expect(played.buffered).to.have.length(1);
    expect(played.buffered[0]?.[0]).to.equal(0);
    expect(played.ended).to.be.closeTo(330 / 30, 0.04);
    const expected = [0, 40, 71, 251, 286].map((frame) => frame / 30);
    expect(played.starts).to.have.length(expected.length);
    played.starts.forEach((start, i) => {
      expect(start, `piece ${i}`).to.be.closeTo(expected[i] as number, 0.005);
    });
  });
  it('plays the same file alone, and seeks to each picture', async () => {
    const { page, close } = await browser.open();
    await page.goto(`${origin}/empty`);
    const middles = [200, 10, 8, 214, 9].map((frame) => (frame + 0.5) / 30);
    const { seen, length } = (await page.evaluate(`(${SEEK})('/2.mp4', ${JSON.stringify(middles)})`)) as {
      seen: number[];
      length: number;
    };
    await close();
    expect(seen.map((brightness) => (brightness > 128 ? 'flash' : 'dark'))).to.deep.equal([
      'dark',
      'flash',
      'dark',
      'dark',
      'flash',
    ]);
    expect(length).to.be.closeTo(215 / 30, 0.02);
  });
});
