import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer';
import { answerChat, changeDesk } from '../../src/shared/contracts/chat-desk.ts';
import { newChatter, wordsOf } from '../helpers/chat.ts';
import { eventually } from '../helpers/eventually.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { keepAnswer } from './helpers/kept-answer.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const EMAIL = 'bo@example.com';

describe('chat in browsers', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let chromium: TestBrowser;
  let editor: SignedInUser;

  before(async () => {
    app = await startWholeApp();
    chromium = await startBrowser();
    editor = await newUser(app.origin, { role: 'editor' });
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });

  async function desk(): Promise<StrictPage> {
    const open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(editor, open.context);
    return open;
  }
  const openPanel = async ({ page }: StrictPage) => {
    await page.waitForSelector('.chat-knob');
    await click(page, '.chat-knob');
    await page.waitForSelector('.chat-panel[open] .chat__write textarea');
  };
  const say = async ({ page }: StrictPage, words: string) => {
    await page.type('.chat__write textarea', words);
    await click(page, '.chat__send');
  };
  /** Without script, where no island comes alive. */
  const press = ({ page }: StrictPage, selector: string) =>
    Promise.all([page.waitForNavigation(), click(page, selector)]);
  const isGoneWith = ({ page }: StrictPage, selector: string, words: string) =>
    page.waitForFunction(
      (where, text) => ![...document.querySelectorAll(where)].some((each) => each.textContent?.includes(text)),
      {},
      selector,
      words,
    );
  /** The last of the conversation has these words, and stands inside its box. */
  const endsInSight = ({ page }: StrictPage, words: string) =>
    page.waitForFunction(
      (text) => {
        const log = document.querySelector('.chat-panel .chat__log');
        const last = log?.lastElementChild;
        if (!log || !last?.textContent?.includes(text)) return false;
        const [box, end] = [log.getBoundingClientRect(), last.getBoundingClientRect()];
        return end.top >= box.top && end.bottom <= box.bottom + 1;
      },
      {},
      words,
    );
  const focused = ({ page }: StrictPage) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
  const isGone = ({ page }: StrictPage, selector: string) => page.waitForSelector(selector, { hidden: true });

  it('leads from an offline message through a live talk to a mailed reply and back', async () => {
    const visitor = await openStrict(chromium, { touch: false });
    await visitor.visit(`${app.origin}/help`);
    expect(visitor.requests.filter((url) => url.includes('/assets/js/'))).to.deep.equal([]);
    await openPanel(visitor);
    await visitor.reads('.chat__presence', 'Nobody’s here right now');
    await visitor.page.type('.chat__email input', EMAIL);
    await click(visitor.page, '.chat__email button');
    await isGone(visitor, '.chat__email');
    expect(await focused(visitor), 'after the address').to.equal('text');
    await visitor.reads('.chat__presence', EMAIL);
    await say(visitor, 'My film is upside down, see www.example.com/film');
    await visitor.reads('.chat__slip--own .chat__foot', 'Sent');
    expect(await lookOver(visitor.page)).to.deep.equal([]);

    const staff = await desk();
    await staff.visit(`${app.origin}/staff/chat`);
    expect(await staff.page.title()).to.equal('(1) Chat: VidDay');
    await visitor.reads('.chat__presence', 'We’re here');
    expect(await lookOver(staff.page)).to.deep.equal([]);
    await click(staff.page, '.staff-chat__entry');
    await staff.reads('.staff-chat__thread .chat__words', 'upside down');
    await staff.reads('.staff-chat__facts', 'on /help');
    await staff.page.waitForFunction(() => document.title === 'Chat: VidDay');
    await visitor.reads('.chat__slip--own .chat__foot', 'Seen');
    expect(new URL(staff.page.url()).pathname).to.match(/^\/staff\/chat\/[0-9a-f]{24}$/);
    expect(await lookOver(staff.page)).to.deep.equal([]);

    await staff.page.type('.chat__write textarea', 'Let me');
    await visitor.page.waitForSelector('.chat__typing');
    expect(await visitor.page.$('[role=log] .chat__typing'), 'is not read out').to.equal(null);
    await click(visitor.page, '[aria-label="Close chat"]');
    await isGone(visitor, '.chat-panel[open]');
    await staff.page.type('.chat__write textarea', ' have a look.');
    await click(staff.page, '.chat__send');
    await visitor.reads('.chat-knob .chat-knob__count', '1');
    await visitor.page.reload();
    await visitor.reads('.chat-knob .chat-knob__count', '1');
    expect(await staff.text('.chat__slip--own .chat__foot')).to.match(/Sent/);
    await openPanel(visitor);
    await visitor.reads('.chat__words', 'Let me have a look.');
    await isGone(visitor, '.chat-knob .chat-knob__count');
    await staff.reads('.chat__slip--own .chat__foot', 'Seen');

    await visitor.page.type('.chat__write textarea', 'Tha');
    await staff.page.waitForSelector('.chat__typing');
    await visitor.offline(true);
    await visitor.page.type('.chat__write textarea', 'nk you');
    await click(visitor.page, '.chat__send');
    await visitor.reads('.chat__stuck', 'sent automatically');
    await visitor.offline(false);
    await staff.reads('.staff-chat__thread .chat__words', 'Thank you');
    await isGone(visitor, '.chat__stuck');
    expect(visitor.problems).to.deep.equal([]);
    await visitor.close();

    await staff.reads('.chat__presence', `Not here now: your answer also goes to ${EMAIL}`);
    await say(staff, 'It is turned now.');
    await staff.reads('.chat__slip--own .chat__foot', 'Mailed');
    const mail = await eventually('the mail', async () => (await app.mailsTo(EMAIL))[0]);
    expect(mail.text).to.include('It is turned now.').and.not.include('Let me have a look.');
    const link = /https?:\/\/\S+\/chat\/token\/[A-Za-z0-9_-]{22}/.exec(mail.text)?.[0] ?? '';

    const back = await openStrict(chromium, { touch: false, dark: true });
    await back.visit(link);
    await back.reads('.chat__words', 'It is turned now.');
    await staff.reads('.chat__slip--own .chat__foot', 'Seen');
    await say(back, 'Wonderful!');
    await staff.reads('.staff-chat__thread .chat__words', 'Wonderful!');
    expect(await lookOver(back.page)).to.deep.equal([]);
    await click(staff.page, '.staff-chat__acts form:last-child button');
    await staff.reads('.staff-chat__title', 'Closed');
    await back.reads('.chat__day', 'This chat was closed');
    await say(staff, 'One more thing.');
    await isGoneWith(back, '.chat__day', 'This chat was closed');
    expect(back.problems).to.deep.equal([]);
    expect(staff.problems).to.deep.equal([]);
    await back.close();
    await staff.close();
  });

  it('keeps a conversation that began while a list without it was on its way', async () => {
    const staff = await desk();
    const answer = await keepAnswer(staff.page, /\/staff\/chat\/conversations$/);
    await staff.visit(`${app.origin}/staff/chat`);
    await answer.kept();
    const { id } = await newChatter(app.origin).start('Is anybody there?');
    const entry = `.staff-chat__entry[href="/staff/chat/${id}"]`;
    await staff.page.waitForSelector(entry);
    await answer.give();
    expect(await staff.page.$$(entry)).to.have.length(1);
    expect(staff.problems).to.deep.equal([]);
    await staff.close();
  });

  it('says that it was closed while an answer from before was on its way', async () => {
    const visitor = await openStrict(chromium, { touch: false });
    await visitor.visit(`${app.origin}/help`);
    await openPanel(visitor);
    const began = visitor.page.waitForResponse((answer) => answer.url().endsWith('/api/v2/chat/conversations'));
    await say(visitor, 'Is anybody there?');
    const { id } = (await (await began).json()).data.conversation;
    await visitor.reads('.chat__slip--own .chat__foot', 'Sent');

    // The page asks, listens, and asks again for what it may have missed in between.
    const answer = await keepAnswer(visitor.page, /\/api\/v2\/chat$/, 1);
    await visitor.page.reload();
    await answer.kept();
    await openPanel(visitor);
    await editor.call(changeDesk, { params: { id }, body: { isClosed: true } });
    await visitor.reads('.chat__day', 'This chat was closed');
    await answer.give();
    const days = await visitor.page.$$eval('.chat-panel .chat__day', (all) => all.map((each) => each.textContent));
    expect(days.at(-1)).to.include('This chat was closed');
    expect(visitor.problems).to.deep.equal([]);
    await visitor.close();
  });

  it('shows the visitor chosen last, even when an earlier one loads later', async () => {
    const [slow, quick] = [newChatter(app.origin), newChatter(app.origin)];
    const slowId = (await slow.start('I am slow')).id;
    const quickId = (await quick.start('I am quick')).id;
    const staff = await desk();
    await staff.visit(`${app.origin}/staff/chat`);
    await staff.page.setRequestInterception(true);
    const held = new Promise<HTTPRequest>((resolve) => {
      staff.page.on('request', (request) => {
        if (request.url().endsWith(`/conversations/${slowId}`)) resolve(request);
        else void request.continue();
      });
    });
    const entry = (id: string) => `.staff-chat__entry[href="/staff/chat/${id}"]`;
    await staff.page.waitForSelector(entry(slowId));
    await click(staff.page, entry(slowId));
    const request = await held;
    await click(staff.page, entry(quickId));
    await staff.reads('.staff-chat__thread .chat__words', 'I am quick');
    const late = staff.page.waitForResponse((answer) => answer.url().endsWith(`/conversations/${slowId}`));
    await request.continue();
    await (await late).text();
    await say(staff, 'This is for you.');
    await staff.reads('.chat__slip--own .chat__words', 'This is for you.');
    expect(new URL(staff.page.url()).pathname).to.equal(`/staff/chat/${quickId}`);
    await eventually('the answer', async () =>
      wordsOf((await quick.read(quickId)).messages).includes('This is for you.'),
    );
    expect(wordsOf((await slow.read(slowId)).messages)).to.deep.equal(['I am slow']);
    expect(staff.problems).to.deep.equal([]);
    await staff.close();
  });

  it('reopens at its end, with the unsent draft', async () => {
    const visitor = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await visitor.visit(`${app.origin}/help`);
    await openPanel(visitor);
    const began = visitor.page.waitForResponse((answer) => answer.url().endsWith('/api/v2/chat/conversations'));
    await say(visitor, 'Where does it say who gave a clip?');
    const { id } = (await (await began).json()).data.conversation;
    const answer = (text: string) =>
      editor.call(answerChat, { params: { id }, body: { clientId: randomUUID(), text } });
    for (let nth = 1; nth <= 14; nth++) await answer(`Step ${nth}: and some words on how it is done, in two lines.`);
    await visitor.reads('.chat__words', 'Step 14');
    await visitor.page.focus('.chat-panel [aria-label="Close chat"]');
    await visitor.page.$eval('.chat-knob', (knob) => (knob as HTMLButtonElement).click());
    await visitor.page.waitForFunction(() => document.activeElement?.matches('.chat__write textarea'));
    await visitor.page.type('.chat__write textarea', 'I looked, and');
    await visitor.page.keyboard.press('Escape');
    await isGone(visitor, '.chat-panel[open]');
    await answer('Did that help?');
    await visitor.reads('.chat-knob .chat-knob__count', '1');
    await openPanel(visitor);
    await endsInSight(visitor, 'Did that help?');
    await visitor.page.keyboard.type(' found it');
    const draft = await visitor.page.$eval('.chat__write textarea', (field) => (field as HTMLTextAreaElement).value);
    expect(draft).to.equal('I looked, and found it');
    await editor.call(changeDesk, { params: { id }, body: { isClosed: true } });
    await endsInSight(visitor, 'This chat was closed');
    expect(visitor.problems).to.deep.equal([]);
    await visitor.close();
  });

  it('works for both sides without script', async () => {
    const visitor = await openStrict(chromium);
    await visitor.page.setJavaScriptEnabled(false);
    await visitor.page.goto(app.origin);
    await press(visitor, '.shell__as-link');
    expect(new URL(visitor.page.url()).pathname).to.equal('/help/contact');
    await visitor.page.type('#email', 'cy@example.com');
    await visitor.page.type('#text', 'Where is my film?');
    await press(visitor, 'form.public__contact button');
    expect(await visitor.text('h1')).to.equal('Thank you, we’ve got it');

    const staff = await desk();
    await staff.page.setJavaScriptEnabled(false);
    await staff.page.goto(`${app.origin}/staff/chat?q=cy%40example.com`);
    await press(staff, '.staff-chat__entry');
    expect(await staff.text('.staff-chat__thread .chat__words')).to.equal('Where is my film?');
    await staff.page.type('.chat__write textarea', 'Here it is.');
    await press(staff, '.chat__send');
    expect(await staff.text('.chat__slip--own .chat__words')).to.equal('Here it is.');
    await press(staff, '.staff-chat__acts form:last-child button');
    expect(await staff.text('.staff-chat__title')).to.include('Closed');

    const mail = await eventually('the mail', async () => (await app.mailsTo('cy@example.com'))[0]);
    await visitor.page.goto(/https?:\/\/\S+\/chat\/token\/[A-Za-z0-9_-]{22}/.exec(mail.text)?.[0] ?? '');
    await visitor.page.type('.chat__write textarea', 'Thanks');
    await press(visitor, '.chat__send');
    expect(await visitor.text('.chat__slip--own:last-of-type .chat__words')).to.equal('Thanks');
    expect([visitor.problems, staff.problems]).to.deep.equal([[], []]);
    await visitor.close();
    await staff.close();
  });
});
