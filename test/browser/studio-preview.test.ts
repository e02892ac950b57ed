import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { giveFile, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { newVisitor } from '../helpers/user.ts';
import { giveWords } from './helpers/giving.ts';
import { click } from './helpers/pointer.ts';
import { useStudio } from './helpers/studio.ts';

/** Keeps what the page makes of Web Audio, and every state in which a transition was seen. */
const WATCH = `
  window.levels = [];
  const Plain = window.GainNode;
  window.GainNode = class extends Plain { constructor(...args) { super(...args); window.levels.push(this.gain); } };
  window.joins = new Set();
  new MutationObserver((all) => {
    for (const { target } of all) if (target.dataset.stage) window.joins.add(target.className + ' ' + target.dataset.stage);
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-stage'] });
`;

/** Plays nothing until `mayPlay`, and keeps what was loaded within a tap. */
const REFUSE = `
  window.loadedInTap = [];
  const { load, play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.load = function () {
    if (window.event?.type === 'click') window.loadedInTap.push(this.localName);
    load.call(this);
  };
  HTMLMediaElement.prototype.play = function () {
    return window.mayPlay ? play.call(this) : Promise.reject(new DOMException('no tap', 'NotAllowedError'));
  };
`;

/** A browser that has no sounds to give. */
const SILENT = `
  window.AudioContext = class { constructor() { throw new DOMException('no device', 'NotSupportedError'); } };
`;

describe('the preview in the studio', function () {
  this.timeout(600_000);
  const { app, organiser, tab } = useStudio();
  let event: Event;

  before(async () => {
    const { origin } = app();
    event = await startEvent(organiser());
    const file = await sample('mp4 with a flash and a beep each second');
    const more = { contributor: { name: 'Lena' }, filename: 'v.mp4', filetype: 'video/mp4' };
    await giveFile(newVisitor(origin), origin, event, file, more);
    await giveWords(origin, event.uuid, 'Jonas', 'And me to dive.');
    const [clip] = await settledMedia(organiser(), event);
    const captions = [{ start: 1, end: 5.5, text: 'Happy birthday, Ruth!' }];
    await organiser().call(updateMedia, { params: { id: clip?.id ?? '' }, body: { captions } });
    const body = { transition: 'fade', trackId: 'porch-light', showsNames: true } as const;
    await organiser().call(updateEvent, { params: { id: event.id }, query: {}, body });
  });

  /** The studio in a browser whose pages begin with a script. */
  async function openWith(script: string) {
    const studio = await tab();
    await studio.page.evaluateOnNewDocument(script);
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    return studio;
  }

  it('plays opening, names, captions, a transition and credits, with music that gives way to voices', async () => {
    const { page, reads, text, problems } = await openWith(WATCH);
    await reads('.studio__see p.l-small', 'clips keep moving while one turns into the next');
    await click(page, '.studio__see .player__play');
    await reads('.film-over[data-card=opening]', 'Ruth');
    await page.waitForSelector('.studio__see [aria-label=Pause]');
    await page.waitForFunction('window.levels.at(-1)?.value > 0.3');
    await reads('.film-over__name', 'Lena');
    expect(await page.$('.film-over .card-art')).to.equal(null);
    await page.waitForFunction('window.levels.at(-1)?.value < 0.2');
    await reads('.film-over .player__caption', 'Happy birthday, Ruth!');
    await click(page, '.studio__see [aria-label=Captions]');
    await page.waitForFunction(() => !document.querySelector('.film-over .player__caption'));
    await reads('.film-over[data-card=closing]', 'Jonas and Lena');
    expect(await page.evaluate('[...window.joins]')).to.deep.equal([
      'film-over__join film-over__join--fade held',
      'film-over__join film-over__join--fade leaving',
    ]);
    await page.waitForFunction(() => !document.querySelector('.film-over .card-art'));
    expect(await text('.studio__see [role=alert]')).to.equal('');
    expect(problems).to.deep.equal([]);
  });

  it('loads within the tap; takes the opening away where playing is refused, and plays at the next press', async () => {
    const { page, reads, problems } = await openWith(REFUSE);
    await click(page, '.studio__see .player__play');
    expect(await page.evaluate('loadedInTap')).to.deep.equal(['audio', 'video']);
    await reads('.film-over[data-card=opening]', 'Ruth');
    await page.waitForFunction(() => !document.querySelector('.film-over .card-art'), { timeout: 40_000 });
    await page.evaluate('window.mayPlay = true');
    await click(page, '.studio__see [aria-label=Play]');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1);
    expect(problems).to.deep.equal([]);
  });

  it('plays from a clip without the opening, stops an opening at the next press, and needs no sounds', async () => {
    const { page, reads, problems } = await openWith(SILENT);
    await click(page, '.studio__chapter-list li:nth-child(2) button');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 6.2);
    expect(await page.$('.film-over .card-art')).to.equal(null);
    await click(page, '.studio__see [aria-label=Pause]');
    await page.$eval('.player__seek', (seek) => (seek as HTMLInputElement).focus());
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('video')?.currentTime === 0);
    await (await page.waitForSelector('.studio__see [aria-label=Play]'))?.click();
    await reads('.film-over[data-card=opening]', 'Ruth');
    await click(page, '.studio__see [aria-label=Pause]');
    await page.waitForFunction(() => !document.querySelector('.film-over .card-art'));
    expect(await page.$eval('video', ({ paused }) => paused)).to.equal(true);
    expect(problems).to.deep.equal([]);
  });
});
