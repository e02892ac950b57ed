import { expect } from 'chai';
import { createIdea } from '../../src/shared/contracts/feedback.ts';
import { readMetrics } from '../../src/shared/contracts/metrics.ts';
import { newChatter } from '../helpers/chat.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('the desk’s metrics, feedback and chat', function () {
  this.timeout(600_000);
  const web = useWeb();
  let chromium: TestBrowser;
  let admin: SignedInUser;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    admin = await newUser(web().origin, { role: 'admin' });
    open = await openAs(admin);
  });
  after(() => chromium?.close());

  async function openAs(staff: SignedInUser): Promise<StrictPage> {
    const opened = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(staff, opened.context);
    return opened;
  }

  it('draw six plots in the colours of the page, and say the numbers under the pointer', async () => {
    const { page, visit, reads, problems } = open;
    await visit(`${web().origin}/staff/metrics?range=day`);
    const drawn = async (count: number) => {
      await page.evaluate(async () => {
        for (const place of document.querySelectorAll('.plot')) {
          place.scrollIntoView();
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      });
      await page.waitForFunction((many) => document.querySelectorAll('.plot canvas').length === many, {}, count);
    };
    await drawn(6);
    await page.$eval('#growth', (heading) => heading.scrollIntoView());
    await page.hover('.plot__place');
    await reads('.plot__point', /Sign-ups \d/);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await drawn(6);
    await click(page, '.desk-panel__fold summary');
    await reads('.metrics__table', '95% answered in');
    expect(await lookOver(page)).to.deep.equal([]);
    const latest = async () => Number(await page.$eval('.metrics__table td', (cell) => cell.textContent));
    const before = await latest();
    await newUser(web().origin);
    await admin.call(readMetrics, { query: { range: 'day' } });
    await reads('.metrics__table td', String(before + 1));
    expect(await page.$eval('.desk-panel__fold', (fold) => (fold as HTMLDetailsElement).open)).to.equal(true);
    await drawn(6);
    expect(problems).to.deep.equal([]);
  });

  it('merge one idea into another that is like it', async () => {
    const { page, visit, reads, problems } = open;
    const share = (title: string) => newVisitor(web().origin).call(createIdea, { body: { title } });
    await share('Let Bartholomew Featherstonehaugh-Nakamura choose the font');
    const { id } = await share('Choose another font');
    await visit(`${web().origin}/staff/feedback?id=${id}`);
    await click(page, '#merge summary');
    expect(await lookOver(page)).to.deep.equal([]);
    await click(page, '#merge .choice label');
    await pressPlain(page, '#merge button', 'Merge it');
    await reads('.desk-panel', 'Merged into Let Bartholomew');
    expect(problems).to.deep.equal([]);
  });

  it('insert a saved reply by keyboard, and hand a chat over to a colleague who sees it at once', async () => {
    const { page, visit, reads, problems } = open;
    const ben = await newUser(web().origin, { role: 'editor' });
    const other = await openAs(ben);
    const { id } = await newChatter(web().origin).start('My card was charged twice');
    await other.visit(`${web().origin}/staff/themes`);
    await other.page.waitForSelector('vd-island[data-name=desk-live][data-alive]');
    await visit(`${web().origin}/staff/chat/${id}`);
    await page.type('.chat__write textarea', '/more ');
    expect(await page.$eval('.chat__write textarea', (field) => field.value)).to.include('which phone or computer');
    await click(page, '.staff-chat__hand-over summary');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.select('.staff-chat__hand-over select', ben.user.id);
    await page.type('.staff-chat__hand-over [name=note]', 'You know Stripe');
    await click(page, '.staff-chat__hand-over form button');
    await reads('.staff-chat__handed', 'You know Stripe');
    await other.reads('.banner', 'Ada handed you a chat');
    expect(await lookOver(other.page)).to.deep.equal([]);
    await click(other.page, '.banner a');
    await other.reads('.staff-chat__list', 'My card was charged twice');
    await other.reads('.staff-chat__thread', 'You know Stripe');
    expect([problems, other.problems]).to.deep.equal([[], []]);
  });
});
