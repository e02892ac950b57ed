import { expect } from 'chai';
import { reportError } from '../../src/shared/contracts/errors.ts';
import { newVisitor } from '../helpers/user.ts';
import { useDesk } from './helpers/desk.ts';
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
    await visit(`${web().origin}/staff/errors`);
    await reads('.empty', 'All clear');
    await page.waitForSelector('vd-island[data-alive]');
    const body = { type: 'TypeError', message: 'the lid is stuck', stack: 'at open (a.js:1:2)', page: '/pricing' };
    await newVisitor(web().origin).call(reportError, { body });
    await reads('#error', 'TypeError');
    expect(await lookOver(page)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });
});
