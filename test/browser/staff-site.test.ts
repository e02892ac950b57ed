import { expect } from 'chai';
import { reportError } from '../../src/shared/contracts/errors.ts';
import { newVisitor } from '../helpers/user.ts';
import { useDesk } from './helpers/desk.ts';
import { holdFirst } from './helpers/held-request.ts';
import { lookOver } from './helpers/look-over.ts';
import { pressPlain } from './helpers/story-moves.ts';

describe('running the site from the desk', function () {
  this.timeout(600_000);
  const { web, open } = useDesk();

  it('plans an announcement, shows how it looks, and deletes it', async () => {
    const { page, visit, reads, problems } = open();
    await visit(`${web().origin}/staff/announcements`);
    await reads('h2', 'New announcement');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.type('[name=message]', 'Bartholomew Featherstonehaugh-Nakamura’s cards are half the price this week');
    await pressPlain(page, 'main button', 'Plan it');
    await reads('.desk-panel__looks .notice', 'half the price');
    expect(await lookOver(page)).to.deep.equal([]);
    await pressPlain(page, 'main button', 'Delete it');
    await reads('h2', 'New announcement');
    expect(problems).to.deep.equal([]);
  });

  it('turns a switch, and shows an error that a browser reports while the page is open', async () => {
    const { page, visit, reads, problems } = open();
    await visit(`${web().origin}/staff/switches`);
    await page.click('#premieres ~ details summary');
    await page.select('#premieres-audience', 'staff');
    await page.type('#premieres-why', 'Trying it');
    expect(await lookOver(page)).to.deep.equal([]);
    await pressPlain(page, '#premieres ~ details button', 'Change it');
    await reads('.desk-panel .badge--warn', 'On for staff');
    // What happens before the page is connected is not missed.
    const { request } = await holdFirst(page, 'desk-live');
    await page.goto(`${web().origin}/staff/errors`);
    const script = await request;
    await reads('.empty', 'All clear');
    const body = { type: 'TypeError', message: 'the lid is stuck', stack: 'at open (a.js:1:2)', page: '/pricing' };
    await newVisitor(web().origin).call(reportError, { body });
    await script.continue();
    await reads('#error', 'TypeError');
    await newVisitor(web().origin).call(reportError, { body: { ...body, type: 'RangeError' } });
    await reads('.desk-split__lines', 'RangeError');
    expect(await lookOver(page)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });
});
