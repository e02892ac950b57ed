import { expect } from 'chai';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useDesk } from './helpers/desk.ts';
import { lookOver } from './helpers/look-over.ts';
import { pressPlain } from './helpers/story-moves.ts';

describe('the staff desk', function () {
  this.timeout(600_000);
  const { web, open } = useDesk();

  it('leads from what needs somebody to a report, suspends its event and lifts it', async () => {
    const { page, visit, reads, problems } = open();
    await visit(`${web().origin}/staff`);
    await reads('h1', 'All clear');
    expect(await lookOver(page)).to.deep.equal([]);
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    const reason = 'Bartholomew Featherstonehaugh-Nakamura never agreed to be in it';
    await newVisitor(web().origin).call(reportEvent, { params: { id: event.uuid }, query: {}, body: { reason } });
    await visit(`${web().origin}/staff`);
    await reads('h1', 'One thing needs somebody');
    await open().follow('.staff__queue a');
    await reads('blockquote', reason);
    expect(await lookOver(page)).to.deep.equal([]);
    await page.type('[name=note]', 'He asked twice');
    await pressPlain(page, 'main button', 'Suspend it');
    await reads('.desk-panel', 'Suspended');
    await pressPlain(page, 'main button', 'Lift it and dismiss');
    await reads('.desk-panel', 'Dismissed by Ada');
    expect(problems).to.deep.equal([]);
  });

  it('finds a user by keyboard, keeps a filter, and suspends and lifts the account', async () => {
    const { page, visit, reads, problems } = open();
    const email = `zenobia-${Date.now()}@example.com`;
    const user = await newUser(web().origin, { email });
    await visit(`${web().origin}/staff/users`);
    await page.waitForSelector('vd-island[data-name=desk-keys][data-alive]');
    await page.keyboard.press('/');
    await page.keyboard.type('zenob');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await reads('.desk-table', email);
    await page.type('[name=name]', 'Zenobias');
    await pressPlain(page, 'main button', 'Save this filter');
    await reads('.tabs', 'Zenobias');
    await page.waitForSelector('vd-island[data-name=desk-keys][data-alive]');
    await page.keyboard.press('?');
    await reads('dialog', 'next row');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await reads('h1', 'Ada');
    expect(new URL(page.url()).pathname).to.equal(`/staff/users/${user.user.id}`);
    expect(await lookOver(page)).to.deep.equal([]);
    await openAct('Suspend');
    await page.type('#suspend-note', 'Asked to');
    await pressPlain(page, '.desk-act[open] button', 'Suspend the account');
    await reads('main', 'The account is suspended');
    await openAct('Lift the suspension');
    await pressPlain(page, '.desk-act[open] button', 'Lift the suspension');
    await reads('main', 'open again');
    expect(problems).to.deep.equal([]);
  });

  it('finds an event from the top, and extends it', async () => {
    const { page, visit, reads, problems } = open();
    const creator = await newUser(web().origin);
    const event = await startEvent(creator, {
      recipients: [{ firstName: 'Bartholomew', lastName: 'Featherstonehaugh-Nakamura' }],
    });
    await giveText(newVisitor(web().origin), event, 'All the best from all of us');
    await visit(`${web().origin}/staff`);
    await page.type('#desk-find', 'featherst');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await reads('#events ~ *', 'Bartholomew');
    await visit(`${web().origin}/staff/events/${event.id}`);
    await openAct('Extend');
    expect(await lookOver(page)).to.deep.equal([]);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.$eval('[name=day]', (field, value) => Object.assign(field, { value }), day);
    await pressPlain(page, '.desk-act[open] button', 'Move the deadline');
    await reads('main', 'The deadline is moved');
    await reads('.desk-lines', 'moved a deadline');
    expect(problems).to.deep.equal([]);
  });

  it('shows a marked clip by itself, keeps the focus on its row, and takes it out', async () => {
    const { page, visit, reads, problems } = open();
    const event = await startEvent(await newUser(web().origin));
    const sender = newVisitor(web().origin);
    const give = (name: string, text: string) => giveText(sender, event, text, { contributor: { name } });
    await give('Abel', 'You old bastard');
    await visit(`${web().origin}/staff/media`);
    await page.focus('.desk-split__lines a');
    await give('Bartholomew', 'Cheap watches at www.watches.example');
    await reads('.desk-split__lines', 'Bartholomew');
    await reads('.desk-panel h2', 'Abel');
    await reads('.desk__nav a[href="/staff/media"]', '2');
    expect(await page.evaluate(() => document.activeElement?.textContent)).to.include('Abel');
    await openAct('Take it out');
    await page.type('.desk-act[open] [name=note]', 'An advertisement');
    await give('Carla', 'Come to www.casino.example');
    await reads('.banner', '1 new.');
    expect(await page.$eval('.desk-act[open] [name=note]', (field) => (field as HTMLInputElement).value)).to.equal(
      'An advertisement',
    );
    await pressPlain(page, '.desk-act[open] button', 'Take it out');
    await reads('.tabs [aria-current]', 'Taken out');
    await reads('.desk-panel', 'An advertisement');
    expect(problems).to.deep.equal([]);
  });

  async function openAct(label: string): Promise<void> {
    const { page } = open();
    await page.evaluate((words) => {
      const acts = [...document.querySelectorAll<HTMLDetailsElement>('.desk-act')];
      const act = acts.find((each) => each.querySelector('summary')?.textContent === words);
      if (!act) throw new Error(`There is no act ${words}`);
      act.open = true;
    }, label);
  }
});
