import { expect } from 'chai';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { listPromoCodes } from '../../src/shared/contracts/promo.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('/staff/promo', () => {
  const web = useWeb();
  let admin: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
  });

  const blank = { value: '', startsOn: '', endsOn: '', maxUses: '', perUser: '1' };
  const make = (values: Record<string, string>) => admin.postForm('/staff/promo', { ...blank, ...values });
  const page = async (query = '') => (await admin.fetch(`/staff/promo${query}`)).text();
  const stored = async (code: string) => (await admin.call(listPromoCodes, {})).find((each) => each.code === code);

  it('makes a code of each kind with its limits, and lists it', async () => {
    const limits = { maxUses: '50', endsOn: '2031-05-09' };
    const made = await make({ name: 'mum 20', kind: 'percent', value: '20', reason: 'Mother’s Day', ...limits });
    const [act] = await admin.call(listAudit, { query: { action: 'promo.created' } });
    const endsAt = '2031-05-09T23:59:59.000Z';
    expect(act?.details).to.include({ code: 'MUM20', value: 20, maxUses: 50, reason: 'Mother’s Day', endsAt });
    expect(made.headers.get('location')).to.equal('/staff/promo?saved=MUM20');
    await make({ name: 'five', kind: 'amount', value: '4.50', perUser: '' });
    await make({ name: 'gift-plus', kind: 'package', 'packages[]': 'plus', 'occasions[]': 'wedding' });
    expect(await stored('MUM20')).to.deep.include({ value: 20, maxUses: 50, endsAt: '2031-05-09T23:59:59.000Z' });
    expect(await stored('FIVE')).to.deep.include({ kind: 'amount', value: 450, perUser: 10_000 });
    expect(await stored('GIFT-PLUS')).to.deep.include({ packages: ['plus'], occasions: ['wedding'], value: 0 });
    const html = await page('?saved=MUM20');
    expect(html).to.include('MUM20 is ready: 20% off the film.').and.include('Until Friday, May 9, 2031');
    expect(html.replaceAll('<!-- -->', '')).to.include('0 of 50 used').and.include('Occasions it’s for (none: all): 0');
  });

  it('refuses at the field and keeps what was typed', async () => {
    const wrong = await make({ name: 'TOO-MUCH', kind: 'percent', value: '140', endsOn: '2031-05-09' });
    const html = await wrong.text();
    expect(wrong.status).to.equal(422);
    expect(html).to.include('Between 1 and 100 percent, please.');
    expect(html).to.include('value="TOO-MUCH"').and.include('value="2031-05-09"');
    await make({ name: 'TWICE', kind: 'percent', value: '5' });
    const again = await make({ name: 'twice', kind: 'percent', value: '5' });
    expect([again.status, await again.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 409 && text.includes('There is a code of this name already'),
    );
  });

  it('stops a code for good', async () => {
    await make({ name: 'STOP-ME', kind: 'percent', value: '5' });
    const stopped = await admin.postForm('/staff/promo/STOP-ME/stop', {});
    expect(stopped.headers.get('location')).to.equal('/staff/promo?saved=STOP-ME');
    expect(Date.parse((await stored('STOP-ME'))?.endsAt ?? '')).to.be.at.most(Date.now());
    expect(await page('?saved=STOP-ME')).to.include('can’t be used any more');
  });

  it('is for admins only, and shows the way there to nobody else', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    for (const [who, status] of [
      [editor, 403],
      [await newUser(web().origin), 403],
      [newVisitor(web().origin), 303],
    ] as const) {
      expect((await who.fetch('/staff/promo', { redirect: 'manual' })).status).to.equal(status);
    }
    expect((await editor.postForm('/staff/promo/MUM20/stop', {})).status).to.equal(403);
    expect(await (await editor.fetch('/staff/themes')).text()).not.to.include('/staff/promo');
    expect(await (await admin.fetch('/staff/themes')).text()).to.include('/staff/promo');
  });
});
