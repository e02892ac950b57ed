import { expect } from 'chai';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('the staff desk', function () {
  this.timeout(600_000);
  const web = useWeb();
  let chromium: TestBrowser;
  let admin: SignedInUser;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    admin = await newUser(web().origin, { role: 'admin' });
    open = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(admin, open.context);
  });
  after(() => chromium?.close());

  it('leads from what needs somebody to a report, suspends its event and lifts it', async () => {
    const { page, visit, reads, problems } = open;
    await visit(`${web().origin}/staff`);
    await reads('h1', 'All clear');
    expect(await lookOver(page)).to.deep.equal([]);
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    const reason = 'Bartholomew Featherstonehaugh-Nakamura never agreed to be in it';
    await newVisitor(web().origin).call(reportEvent, { params: { id: event.uuid }, query: {}, body: { reason } });
    await visit(`${web().origin}/staff`);
    await reads('h1', 'One thing needs somebody');
    expect(await lookOver(page)).to.deep.equal([]);
    await open.follow('.staff__queue a');
    await reads('blockquote', reason);
    expect(await lookOver(page)).to.deep.equal([]);
    await page.type('[name=note]', 'He asked twice');
    await pressPlain(page, 'main button', 'Suspend it');
    await reads('.desk-panel', 'Suspended');
    await pressPlain(page, 'main button', 'Lift it and dismiss');
    await reads('.desk-panel', 'Dismissed by Ada');
    expect(problems).to.deep.equal([]);
  });
});
