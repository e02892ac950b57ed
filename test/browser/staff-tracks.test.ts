import { resolve } from 'node:path';
import { expect } from 'chai';
import type { ElementHandle } from 'puppeteer';
import { listTracks, type Track } from '../../src/shared/contracts/tracks.ts';
import { eventually } from '../helpers/eventually.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, pressPlain } from './helpers/story-moves.ts';
import { openStrict } from './helpers/strict-page.ts';

describe('/staff/tracks', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let chromium: TestBrowser;
  let editor: SignedInUser;

  before(async () => {
    chromium = await startBrowser();
    editor = await newUser(app().origin, { role: 'editor' });
  });
  after(() => chromium?.close());

  const offered = (title: string): Promise<Track | undefined> =>
    newVisitor(app().origin)
      .call(listTracks, { query: { limit: 100 } })
      .then((all) => all.find((track) => track.title === title));

  it('adds a song after its rights, shows its waveform, changes and removes it without script', async () => {
    const open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    const { page, reads, text, problems } = open;
    await signInAs(editor, open.context);
    const url = `${app().origin}/staff/tracks`;
    await open.visit(url);
    await clickOn(page, 'main button', 'Add a song');
    const field = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
    expect(await field.evaluate((input) => input.disabled)).to.equal(true);
    await click(page, '.songs__own [type=checkbox]');
    await page.waitForSelector('input[type=file]:enabled');
    await field.uploadFile(resolve('static/music/kitchen-radio.m4a'));
    await reads('.staff-tracks__song', 'kitchen-radio');
    await eventually('the song to be prepared', () => offered('kitchen-radio'));

    await page.setJavaScriptEnabled(false);
    await page.goto(url);
    const row = '.staff-tracks__song:has(form)';
    expect(await page.$(`${row} .songs__bars`)).to.not.equal(null);
    const openAll = () => page.$$eval('.form-set__fold', (folds) => folds.map((fold) => fold.setAttribute('open', '')));
    const leads = async (words: string) => {
      await pressPlain(page, `${row} button`, words);
      await openAll();
    };
    await openAll();
    await page.$eval(`${row} [name=title]`, (input) => input.setAttribute('value', 'Kitchen'));
    await page.select(`${row} [name=mood]`, 'playful');
    await click(page, `${row} [value=birthday]`);
    await leads('Save');
    expect(await text(row)).to.contain('Saved');
    expect(await offered('Kitchen')).to.deep.include({ mood: 'playful', occasions: ['birthday'], isPublic: true });
    await page.$eval(`${row} [name=title]`, (input) => input.setAttribute('value', ' '));
    await leads('Save');
    expect(await text(`${row} [role=alert]`)).to.contain('What is it called?');
    await leads('Remove it');
    expect(await offered('Kitchen')).to.equal(undefined);
    expect(await text('.staff-tracks')).to.contain('Nothing yet.');
    await page.setJavaScriptEnabled(true);
    await open.visit(url);
    expect(await lookOver(page)).to.deep.equal([]);
    expect(problems.filter((problem) => !problem.includes('422'))).to.deep.equal([]);
    await open.close();
  });

  it('is for staff who may publish songs', async () => {
    const user = await newUser(app().origin);
    expect((await user.fetch('/staff/tracks')).status).to.equal(403);
    expect((await newVisitor(app().origin).fetch('/staff/tracks')).headers.get('location')).to.match(/^\/auth\/login/);
  });
});
