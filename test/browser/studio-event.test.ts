import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { create } from 'qrcode';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import { getEvent } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser } from '../helpers/user.ts';
import { giveWords } from './helpers/giving.ts';
import { click } from './helpers/pointer.ts';
import { clickOn } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

describe('an event in the studio', function () {
  this.timeout(600_000);
  const { app, organiser, open, openNew, startWithCard } = useStudio({ hasWorker: false });

  it('keeps the details open with typed values and an error at the field that is refused, and saves them corrected', async () => {
    const event = await startEvent(organiser(), { recipients: [{ firstName: 'Ruth' }] });
    const { page, reads } = await open(event);
    await reads('.studio__side .banner', 'Which time zone is this in?');
    await clickOn(page, '.studio__side .banner button', 'Choose another');
    await page.waitForSelector('dialog[open]');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal('timeZone');
    await page.type('dialog[open] [name=message]', 'Half a minute is plenty.');
    await page.type('dialog[open] [type=email]', 'ruth@example.c0m');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field', 'Check the address');
    expect(await page.$eval('dialog[open] [name=message]', (field) => (field as HTMLTextAreaElement).value)).to.equal(
      'Half a minute is plenty.',
    );
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).to.equal('email');
    await click(page, 'dialog[open] [type=email]', { count: 3 });
    await page.type('dialog[open] [type=email]', 'ruth@example.com');
    await page.focus('dialog[open] [list]');
    await page.keyboard.type('Tok');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field .field__error', 'Choose a city from the list');
    await page.focus('dialog[open] [list]');
    await page.keyboard.type('Tokyo');
    await clickOn(page, 'dialog[open] button', 'Save');
    await page.waitForSelector('dialog[open]', { hidden: true });
    const saved = await organiser().call(getEvent, { params: { id: event.id }, query: {} });
    expect(saved.recipients.map(({ email }) => email)).to.deep.equal(['ruth@example.com']);
    expect([saved.message, saved.timeZone]).to.deep.equal(['Half a minute is plenty.', 'Asia/Tokyo']);
    await page.waitForSelector('.studio__side .banner', { hidden: true });
  });

  it('asks before the details throw away what was typed, on Escape, a tap beside them and a reload', async () => {
    const event = await startEvent(organiser(), { recipients: [{ firstName: 'Ruth' }], timeZone: 'Europe/Berlin' });
    const { page, reads } = await open(event);
    const about = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.nodeName);
    await clickOn(page, 'button', 'Edit details');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { hidden: true });

    await clickOn(page, 'button', 'Edit details');
    await page.type('dialog[open] [name=message]', 'Half a minute is plenty.');
    // The second one in a row closes a dialog whatever its page says.
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('Escape');
      await reads('dialog[open] [role=alert]', 'isn’t saved yet');
    }
    expect(await about()).to.equal('Keep editing');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] .dialog__ask', { hidden: true });
    expect(await about()).to.equal('TEXTAREA');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())));
    });
    await page.evaluate(() => window.location.reload());
    expect(await asked).to.equal('beforeunload');
    await page.mouse.click(5, 400);
    await clickOn(page, 'dialog[open] button', 'Throw it away');
    await page.waitForSelector('dialog[open]', { hidden: true });
    expect((await readEvent(organiser(), event)).message).to.equal('');
  });

  it('takes the focus to a person who is added to the details, and keeps it when they are removed', async () => {
    const event = await startEvent(organiser(), { recipients: [{ firstName: 'Ruth' }], timeZone: 'Europe/Berlin' });
    const { page } = await open(event);
    await clickOn(page, 'button', 'Edit details');
    await clickOn(page, 'dialog[open] button', 'Add another person');
    await page.waitForFunction(
      () => document.activeElement?.closest('fieldset')?.querySelector('legend')?.textContent === 'Person 2',
    );
    await page.keyboard.type('Karl');
    await clickOn(page, 'dialog[open] fieldset:nth-of-type(2) button', 'Remove this person');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Add another person'));
  });

  it('shows a clip as it is saved when leaving it out, or its words, did not reach the server', async () => {
    const { studio, event, clipId } = await openNew();
    const { page, reads } = studio;
    await click(page, `[data-clip-id="${clipId}"] button`);
    await page.waitForSelector('.studio-line__picked');
    await page.setOfflineMode(true);
    await clickOn(page, '.studio-line__picked button', 'Leave out');
    await reads('.toast', 'reach the server');
    await reads('.studio-line__picked', 'Leave out');
    expect(await studio.text('body')).not.to.include('was left out');
    await clickOn(page, '.studio-line__picked summary', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Change name or words');
    await page.type('dialog[open] [name=text]', 'Ruth! ');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] [role=alert]', 'reach the server');
    await page.setOfflineMode(false);
    await clickOn(page, 'dialog[open] button', 'Save');
    await page.waitForSelector('dialog[open]', { hidden: true });
    const { media = [] } = await readEvent(organiser(), event);
    expect(media.map(({ text, hidden }) => [text, hidden])).to.deep.equal([['Ruth! You taught me to swim.', false]]);
  });

  it('takes the focus to the next clip once one was removed', async () => {
    const { event, clipId } = await startWithCard();
    await giveWords(app().origin, event.uuid, 'Karl', 'All the best');
    const { page } = await open(event);
    await click(page, `[data-clip-id="${clipId}"] button`);
    await clickOn(page, '.studio-line__picked summary', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Remove');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Karl'));
  });

  it('suggests sharing first: an editable message, WhatsApp, a QR code, and a switch that closes the link', async () => {
    const { origin } = app();
    const event = await startEvent(organiser(), { timeZone: 'America/New_York' });
    const { page, reads, text, problems } = await open(event);
    expect(await text('main .button:not(.button--second, .button--quiet)'), 'the first coral button').to.equal(
      'Share the invitation',
    );
    expect(await text('.share__message'))
      .to.include('surprise film for Ruth’s birthday')
      .and.to.include('short clip?');
    await page.evaluate(`Object.assign(navigator, {
      canShare: () => true,
      share: async (sent) => { document.body.dataset.sent = JSON.stringify(sent); },
    })`);
    await clickOn(page, 'button', 'Edit the message');
    await page.type('.share__message textarea', ' See you there!');
    await clickOn(page, 'button', 'Share the invitation');
    const sent = JSON.parse((await page.$eval('body', (body) => body.dataset.sent)) ?? '{}');
    expect(sent.url).to.equal(`${origin}/e/${event.uuid}`);
    expect(sent.text).to.match(/See you there!/);
    const whatsApp = await page.$eval('a[href*="wa.me"]', (link) =>
      decodeURIComponent((link as HTMLAnchorElement).href),
    );
    expect(whatsApp).to.include(sent.text).and.to.include(sent.url);

    await clickOn(page, 'button', 'QR code');
    const code = create(sent.url, { errorCorrectionLevel: 'M' });
    const image = await page.waitForSelector('.share__qr img', { visible: true });
    const source = await image?.evaluate((each) => decodeURIComponent((each as HTMLImageElement).src));
    expect(source).to.include(`viewBox="0 0 ${code.modules.size + 4} ${code.modules.size + 4}"`);

    await clickOn(page, '.switch', 'Open for clips');
    await reads('.studio__open', 'Nobody can add a clip');
    await eventually('the link to be closed', async () => (await readEvent(organiser(), event)).isClosed);
    await clickOn(page, '.switch', 'Open for clips');
    await reads('.studio__open', 'even after the film is made');
    expect(problems).to.deep.equal([]);
  });

  it('deletes the event, which is 404 until My VidDays brings it back', async () => {
    const { event, studio } = await openNew();
    const { page, reads, problems } = studio;
    const friend = await fetch(`${app().origin}/e/${event.uuid}`);
    expect(friend.status).to.equal(200);
    await clickOn(page, 'button', 'Edit details');
    await clickOn(page, 'dialog[open] button', 'Delete this VidDay');
    await reads('dialog[open] h2', 'Delete the VidDay for Ruth?');
    await Promise.all([page.waitForNavigation(), clickOn(page, 'dialog[open] .button--danger', 'Delete this VidDay')]);
    await reads('#deleted', 'until');
    expect((await fetch(`${app().origin}/e/${event.uuid}`)).status).to.equal(404);
    await Promise.all([page.waitForNavigation(), clickOn(page, '#deleted button', 'Bring back')]);
    expect(page.url()).to.equal(`${app().origin}/e/${event.uuid}`);
    await reads('.timeline', 'Mia');
    expect((await fetch(`${app().origin}/e/${event.uuid}`)).status).to.equal(200);
    expect(problems).to.deep.equal([]);
  });

  it('asks for a confirmed address before delivery, and names a recipient who unsubscribed', async () => {
    const { connection, origin } = app();
    const lena = await newUser(origin);
    const free = await startFreeEvent(lena, { recipients: [{ firstName: 'Ruth', email: newEmail() }] });
    await finishedFilm(connection, free, { video: { bytes: await readFile('static/films/getwell.mp4'), length: 20 } });
    const { page, reads } = await open(free, lena);
    await clickOn(page, '.pay-bar button', 'Give it');
    await clickOn(page, 'dialog[open] summary', 'Add a few words');
    await page.type('dialog[open] textarea', 'Look at www.win.example');
    const send = async () => {
      await clickOn(page, 'dialog[open] button', 'Send it to Ruth');
      await clickOn(page, 'dialog[open] button', 'Send it now');
    };
    await send();
    await reads('dialog[open] [role=alert]', 'please confirm your email address');
    await clickOn(page, 'dialog[open] button', 'Resend email');
    await reads('dialog[open] [role=alert]', 'sent the link again');

    await confirmAddress(connection, lena.user.email);
    await send();
    await reads('dialog[open] .field .field__error', 'leave out links');
    const stop = new URL(stopUrl(free.recipients[0]?.email ?? '', 'gifts')).pathname;
    await fetch(origin + stop, { method: 'POST', body: new URLSearchParams({ stop: 'all' }) });
    await click(page, 'dialog[open] textarea', { count: 3 });
    await page.type('dialog[open] textarea', 'For you');
    await send();
    await reads('.give-bar--undo', 'Sending to Ruth');
    await timeToGive(free);
    await reads('.banner--warn', 'Ruth doesn’t want messages from us. Please hand over the link yourself.');

    await clickOn(page, 'button', 'Versions');
    await clickOn(page, 'dialog[open] button', 'Watch');
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('dialog[open] video')?.currentTime ?? 0) > 0,
    );
    const href = await page.$eval('dialog[open] a[download]', (link) => (link as HTMLAnchorElement).href);
    const file = await fetch(href);
    expect(file.headers.get('content-disposition')).to.include('Get well soon, Ruth.mp4');
    await file.body?.cancel();
  });
});
