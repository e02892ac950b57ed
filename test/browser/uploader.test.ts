import { expect } from 'chai';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { choose, contributor, give, inPhase, phases, pressSend, sayName, thanked } from './helpers/contributor.ts';
import { click, tap } from './helpers/pointer.ts';
import { press, reads, recordShortly, silentClip, warns } from './helpers/uploader-moves.ts';

const MB = 1024 ** 2;

describe('the uploader', function () {
  this.timeout(600_000);
  const at = contributor();
  const clipsOf = async (uuid: string) => {
    const { data } = await (await fetch(`${at.site.origin}/api/event/${uuid}`)).json();
    return data.counts.media as number;
  };

  it('asks about a chosen clip without sound, and replaces it by another file', async () => {
    await at.startWorker();
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await give(page, 'Walter', await at.fileOf('silent.mp4', await silentClip()));
    await thanked(page);
    await press(page, '.handin__thanks .button', 'I’m done');
    await page.waitForSelector('.giving__sent--ask', { timeout: 300_000 });
    expect(await page.$eval('.giving__sent--ask', (row) => row.textContent)).to.include('no sound');
    expect(
      await page.$$eval('.giving__sent--ask .button', (buttons) => buttons.map((button) => button.textContent)),
    ).to.deep.equal(['Choose another', 'Keep it']);
    const better = await at.fileOf('better.mp4', mp4Clip(MB));
    const [chooser] = await Promise.all([page.waitForFileChooser(), tap(page, '.giving__sent--ask .button')]);
    await chooser.accept([better]);
    await page.waitForSelector('.handin[open]');
    await pressSend(page);
    await thanked(page);
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('.giving__sent')];
      return rows.length === 1 && rows[0]?.dataset.phase === 'in' && !rows[0].textContent?.includes('silent');
    });
    expect(await clipsOf(event.uuid)).to.equal(1);
  });

  it('sends a first-time visitor’s recording in two taps, which can be prepared, and nothing before Send', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    expect(await warns(page), 'warns with nothing unsent').to.equal(false);
    await page.emulateNetworkConditions({ upload: MB / 4, download: MB / 2, latency: 100 });

    await tap(page, '.giving__act--record');
    await recordShortly(page);
    await page.waitForSelector('.handin[open]');
    expect(await page.$eval('.drawer__head h2', (title) => title.textContent)).to.equal('Your clip for Ruth');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal('name');
    await pressSend(page);
    await reads(page, '.handin .field__error', 'Add your name so Ruth knows who it’s from');
    await page.type('.handin input[name=name]', 'Grandma Lou');
    await press(page, '.handin .button', 'Someone else is in it too');
    await page.waitForSelector('.handin input[name=other]');
    await page.type('.handin input[name=other]', 'Mia\nKarl\nBen');
    await press(page, '.handin .chips__chip', 'Karl');
    await page.type('.handin input[name=email]', 'lou@');
    await inPhase(page, 'uploaded');
    await pressSend(page);
    await reads(page, '.handin .field__error', 'Check the address');
    expect(await clipsOf(event.uuid), 'clips before Send').to.equal(0);
    expect(await warns(page), 'warns while a clip is unsent').to.equal(true);

    await page.type('.handin input[name=email]', 'example.com');
    await tap(page, '.handin button[type=submit]');
    await thanked(page);
    await reads(page, '.handin__thanks h2', 'Sent. Ruth will love it.');
    expect(await warns(page), 'warns after everything is in').to.equal(false);
    await press(page, '.handin__thanks .button', 'I’m done');
    await page.waitForSelector('.handin__thanks', { hidden: true });
    expect(await page.$('.actbar'), 'a bar with nothing to say').to.equal(null);
    expect(await clipsOf(event.uuid)).to.equal(1);
    const { data } = await (await fetch(`${at.site.origin}/api/event/${event.uuid}`)).json();
    expect(data.contributors).to.deep.equal(['Grandma', 'Mia', 'Ben'].map((firstName) => ({ firstName })));
    const [upload] = await at.site.uploadsOf(event.uuid);
    expect(upload).to.include({ status: 'used', kind: 'video' });
    expect(at.open?.problems).to.deep.equal([]);
    await at.startWorker();
    expect(await at.site.outcomeOf(event.id)).to.equal('ready');
  });

  it('names the file and its problem before sending anything', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(
      page,
      await at.fileOf('notes.pdf', Buffer.from('%PDF-1.4 ...')),
      await at.fileOf('nothing.mp4', Buffer.alloc(0)),
    );
    await page.waitForFunction(() => document.querySelectorAll('.handin .banner').length === 2);
    const words = await page.$$eval('.handin .banner', (rows) => rows.map((row) => row.textContent ?? ''));
    expect(words[0]).to.include('notes.pdf').and.include('MP4');
    expect(words[1]).to.include('nothing.mp4').and.include('empty');
    expect(await page.$('.handin button[type=submit]'), 'something to send').to.equal(null);
    await press(page, '.handin .banner .button', 'Remove');
    await page.waitForFunction(() => document.querySelectorAll('.handin .banner').length === 1);
    await press(page, '.handin .drawer__foot .button', 'Close');
    await reads(page, '.actbar', '1 file can’t be sent');
    expect(await at.site.uploadsOf(event.uuid)).to.have.length(0);
  });

  it('shows one progress for all files, which can be paused and hidden; one failure delays no other', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(
      page,
      await at.fileOf('long.mp4', mp4Clip(12 * MB)),
      await at.fileOf('fake.mp4', Buffer.alloc(4000, 'x')),
    );
    await sayName(page, 'Karl');
    await page.waitForFunction(() => document.querySelectorAll('.handin__strip button').length === 2);
    // So slow that the long one is still under way when it is paused.
    await page.emulateNetworkConditions({ upload: MB / 4, download: 4 * MB, latency: 0 });
    await pressSend(page);
    await reads(page, '.drawer h2', 'Sending 2 clips');
    await page.waitForFunction(() => /[1-9]\d*%/.test(document.querySelector('.handin__of-all')?.textContent ?? ''));
    await page.waitForSelector('.handin__rows [data-phase=failed]');
    await press(page, '.drawer .button', 'Pause');
    await reads(page, '.handin__of-all', 'Paused');
    expect(await phases(page)).to.have.members(['paused', 'failed']);
    await page.emulateNetworkConditions(null);
    await press(page, '.drawer .button', 'Hide');
    await reads(page, '.actbar', 'Sending 2 clips');
    await press(page, '.actbar .button', 'Show');
    await press(page, '.handin__rows .button', 'Leave it out');
    await page.waitForFunction(() => document.querySelectorAll('.handin__rows > li').length === 1);

    await press(page, '.drawer .button', 'Hide');
    await press(page, '.giving__act', 'Write');
    await page.waitForSelector('dialog[open] textarea');
    await page.focus('dialog[open] .l-row .button');
    await press(page, 'dialog[open] .l-row .button', 'Continue');
    await page.waitForFunction(() => document.activeElement?.matches('dialog[open] textarea[aria-invalid=true]'));
    await page.keyboard.type('Happy birthday, Ruth');
    await press(page, 'dialog[open] .l-row .button', 'Continue');
    await page.waitForSelector('.handin[open]');
    expect(await page.$eval('.handin input[name=name]', (field) => (field as HTMLInputElement).value)).to.equal('Karl');
    await pressSend(page);
    await reads(page, '.drawer h2', 'Sending 2 clips');
    await reads(page, '.drawer .button', 'Resume');
    await press(page, '.drawer .button', 'Resume');
    await reads(page, '.handin__thanks h2', 'Sent. Ruth will love them.');
    expect(await phases(page)).to.deep.equal(['in', 'in']);
  });

  it('records a draft again, and discards one with undo', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await press(page, '.giving__act', 'Voice');
    // By keyboard, and closed instead of stopped.
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Start recording');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Stop recording');
    await reads(page, '.recorder__time', '0:01');
    expect(await warns(page), 'warns while it records').to.equal(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.handin[open] .voice');
    const [first] = await page.$$eval('.handin [data-item]', (found) =>
      found.map((each) => each.getAttribute('data-item')),
    );
    await press(page, '.handin .button', 'Record again');
    await recordShortly(page);
    await page.waitForFunction(
      (old) => document.querySelector(`.handin [data-item]:not([data-item="${old}"])`),
      {},
      first,
    );
    expect(await phases(page)).to.have.length(1);
    await click(page, '.handin .handin__again .icon-button');
    await reads(page, '.actbar', 'Thrown away');
    await press(page, '.actbar .button', 'Undo');
    await page.waitForSelector('.handin[open]');
    await press(page, '.handin .icon-button', '');
    await reads(page, '.actbar', '1 clip not sent');
  });

  it('explains each reason for a missing camera, with a way on', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await tap(page, '.giving__act--record');
    await page.waitForSelector('.recorder__shutter:not([disabled])');
    await page.$eval('.recorder video', (video) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotReadableError'));
      const [track] = ((video as HTMLVideoElement).srcObject as MediaStream).getTracks();
      track?.dispatchEvent(new Event('ended'));
    });
    await reads(page, '.recorder .banner__title', 'The camera is in use');
    await page.keyboard.press('Escape');
    const refused = async (error: string) => {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', name));
        navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
      }, error);
      await press(page, '.giving__act--record', '');
      await page.waitForSelector('.recorder .banner');
      const said = await page.$eval('.recorder .banner__title', (title) => title.textContent);
      const ways = await page.$$eval('.recorder .banner .button', (buttons) => buttons.map((each) => each.textContent));
      return { said, ways };
    };
    expect(await refused('NotAllowedError')).to.deep.equal({
      said: 'The camera is blocked',
      ways: ['Try again', 'Use the camera app'],
    });
    await page.keyboard.press('Escape');
    expect((await refused('NotReadableError')).said).to.equal('The camera is in use');
    await page.keyboard.press('Escape');
    expect(await refused('NotFoundError')).to.deep.equal({
      said: 'No camera found',
      ways: ['Choose a video', 'Just say it', 'Write instead'],
    });
    await press(page, '.recorder .banner .button', 'Write instead');
    await page.waitForSelector('dialog[open] textarea');
  });

  it('asks an organiser who is in each file, and counts each as a person', async () => {
    const { path } = await at.site.newEvent();
    const page = await at.openPage(path);
    const own = await page.evaluate(async () => {
      const body = JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] });
      const headers = { 'Content-Type': 'application/json' };
      return (await (await fetch('/api/event', { method: 'POST', headers, body })).json()).data.uuid as string;
    });
    await page.goto(`${at.line.origin}/e/${own}`);
    await page.waitForSelector('.studio__own');
    await page.$eval('.studio__own', (section) => section.scrollIntoView());
    await page.waitForSelector('.studio__own vd-island[data-alive]');
    await choose(page, await at.fileOf('one.mp4', mp4Clip(3000)), await at.fileOf('two.mp4', mp4Clip(3000)));
    await page.waitForFunction(() => document.querySelectorAll('.handin input[name=name]').length === 2);
    const focused = await page.$eval('.handin button[type=submit]', (button) => {
      (document.activeElement as HTMLElement).blur();
      (button as HTMLButtonElement).click();
      return document.activeElement?.matches('.handin input[aria-invalid=true]');
    });
    expect(focused, 'the missing name has the focus at once').to.equal(true);
    await reads(page, '.handin .field__error', 'Add a name');
    const fields = await page.$$('.handin input[name=name]');
    await fields[0]?.type('Aunt Ilse');
    await page.keyboard.press('Enter');
    expect(await fields[1]?.evaluate((field) => field === document.activeElement), 'Enter leads on').to.equal(true);
    await page.keyboard.type('Uncle Bo');
    await pressSend(page);
    await page.waitForSelector('.handin', { hidden: true });
    const names = await eventually('both clips', async () => {
      const { data } = await (await fetch(`${at.site.origin}/api/event/${own}`)).json();
      return data.counts.media === 2 && data.contributors.map((each: { firstName: string }) => each.firstName);
    });
    expect(names).to.have.members(['Aunt', 'Uncle']);
    expect(await page.$('.handin__thanks'), 'thanks for an organiser').to.equal(null);
  });

  it('fits a small phone: no sideways scrolling, large targets, no errors', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(page, await at.fileOf('fit.mp4', mp4Clip(1000)));
    await inPhase(page, 'uploaded');
    const small = await page.$$eval(
      'vd-island button, vd-island .giving__act, vd-island input:not(.l-unseen):not([hidden])',
      (targets) =>
        targets
          .filter((target) => target.getClientRects().length > 0)
          .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          // Chromium computes with fractions: 43.999996 are 44.
          .filter(({ box }) => box.height < 43.99 || box.width < 43.99)
          .map(({ text, box }) => `${text}: ${box.width}x${box.height}`),
    );
    expect(small).to.deep.equal([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(360);
    expect(at.open?.problems).to.deep.equal([]);
  });

  it('sends a file although its code could not be loaded at first, and imports no code before it is fetched', async () => {
    const event = await at.site.newEvent();
    const { page } = await at.openBlank();
    const lost: string[] = [];
    const gone = { isOver: false, sender: 0 };
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const [, name] = /\/assets\/js\/(handin|browser)-/.exec(request.url()) ?? [];
      const isLost = name === 'handin' ? !gone.isOver : name === 'browser' && gone.sender++ < 2;
      if (!isLost) return void request.continue();
      lost.push(`${name} by ${request.resourceType()}`);
      void request.abort('connectionreset');
    });
    await at.visit(page, event.path);
    await choose(page, await at.fileOf('tunnel.mp4', mp4Clip(MB)));
    await reads(page, '.banner', 'Part of this page couldn’t load');
    gone.isOver = true;
    await press(page, '.banner .button', 'Try again');
    await sayName(page, 'Noor');
    await pressSend(page);
    await thanked(page);
    expect([...new Set(lost)]).to.have.members(['handin by fetch', 'browser by fetch']);
  });
});
