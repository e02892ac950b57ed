import { expect } from 'chai';
import { placeOf } from '../../src/features/switches/switch-board.ts';
import { isOn } from '../../src/features/switches/switches.service.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { planPremiere } from '../../src/shared/contracts/premieres.ts';
import { changeSwitch, listSwitches } from '../../src/shared/contracts/switches.ts';
import type { Audience, SwitchName } from '../../src/shared/switches.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const OFF = [503, 'PROVIDER_DOWN'];

describe('switches at the desk', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let creator: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
    creator = await newUser(web().origin);
  });

  const turn = (name: SwitchName, audience: Audience, more: { share?: number; accounts?: string[] } = {}) =>
    admin.call(changeSwitch, { params: { name }, body: { audience, why: 'Trying it', ...more } });
  const announce = (event: string) =>
    newVisitor(web().origin).fetch('/api/uploads', {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `event ${btoa(event)},filename ${btoa('clip.mp4')},filetype ${btoa('video/mp4')}`,
      },
    });

  it('are on for everybody until somebody changes them', async () => {
    const all = await admin.call(listSwitches, {});
    expect(all.map(({ name, audience, changedBy }) => [name, audience, changedBy])).to.deep.equal([
      ['uploads', 'everybody', null],
      ['premieres', 'everybody', null],
      ['captions', 'everybody', null],
    ]);
  });

  it('refuse new uploads with 503 while they are off, and take text clips', async () => {
    const event = await startEvent(creator);
    expect((await announce(event.uuid)).status).to.equal(201);
    await turn('uploads', 'nobody');
    const refused = await announce(event.uuid);
    expect([refused.status, await refused.text()].join(' '))
      .to.include('503')
      .and.include('for a moment');
    expect((await giveText(newVisitor(web().origin), event, 'Hello')).media.kind).to.equal('text');
    await turn('uploads', 'accounts', { accounts: [creator.user.email] });
    expect((await announce(event.uuid)).status).to.equal(201);
    const others = await startEvent(await newUser(web().origin));
    expect((await announce(others.uuid)).status).to.equal(503);
    await turn('uploads', 'everybody');
  });

  it('refuse to plan a premiere, and let a planned one be moved', async () => {
    const [first, second] = [await startFreeEvent(creator), await startFreeEvent(creator)];
    for (const event of [first, second]) await finishedFilm(web().connection, event);
    const plan = ({ id }: { id: string }, hours: number) =>
      creator.call(planPremiere, {
        params: { id },
        body: { startsAt: new Date(Date.now() + hours * 3_600_000).toISOString() },
      });
    await plan(first, 1);
    await turn('premieres', 'staff');
    expect((await plan(first, 2)).status).to.equal('planned');
    expect(await statusAndCode(plan(second, 1))).to.deep.equal(OFF);
    await turn('premieres', 'everybody');
  });

  it('take away what begins with a feature that is off, and keep what goes on', async () => {
    const [event, planned] = [await startFreeEvent(creator), await startFreeEvent(creator)];
    for (const each of [event, planned]) await finishedFilm(web().connection, each);
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    await creator.call(planPremiere, { params: { id: planned.id }, body: { startsAt } });
    const studio = async ({ uuid }: { uuid: string }) => {
      const props = (await see(creator, `/e/${uuid}`)).html.replaceAll('&quot;', '"');
      return JSON.parse(/"isOff":(\{[^}]*\})/.exec(props)?.[1] ?? 'null');
    };
    const visited = async () => (await see(newVisitor(web().origin), `/e/${event.uuid}`)).html;
    expect(await studio(event)).to.deep.equal({ captions: false, premieres: false, uploads: false });
    expect(await visited())
      .to.include('Opens your camera')
      .and.not.include('Only words for now');
    for (const name of ['uploads', 'premieres', 'captions'] as const) await turn(name, 'nobody');
    expect(await studio(event)).to.deep.equal({ captions: true, premieres: true, uploads: true });
    expect((await see(creator, `/e/${event.uuid}`)).html)
      .to.include('Only words for now')
      .and.not.include('Opens your camera');
    expect((await studio(planned)).premieres).to.equal(false);
    expect((await see(creator, `/e/${event.uuid}/premiere`)).status).to.equal(503);
    expect((await see(creator, `/e/${planned.uuid}/premiere`)).status).to.equal(200);
    expect(await visited())
      .to.include('Only words for now')
      .and.include('A few lines')
      .and.not.include('Opens your camera');
    for (const name of ['uploads', 'premieres', 'captions'] as const) await turn(name, 'everybody');
  });

  it('are on for a share of accounts, which stay in when it grows; for staff; for listed accounts', async () => {
    const accounts = Array.from({ length: 2000 }, (_, i) => String(i));
    const inside = (share: number) => accounts.filter((id) => placeOf('captions', id) < share);
    expect(inside(30).length).to.be.within(500, 700);
    expect(inside(10).every((id) => inside(30).includes(id))).to.equal(true);
    const on = () => Promise.all([admin, creator].map(({ user }) => isOn('captions', user.id)));
    await turn('captions', 'share', { share: 100 });
    expect([await on(), await isOn('captions', null)]).to.deep.equal([[true, true], false]);
    await turn('captions', 'share', { share: 0 });
    expect(await on()).to.deep.equal([false, false]);
    await turn('captions', 'staff');
    expect(await on()).to.deep.equal([true, false]);
    await turn('captions', 'accounts', { accounts: [creator.user.email] });
    expect(await on()).to.deep.equal([false, true]);
    const unknown = turn('captions', 'accounts', { accounts: ['nobody@example.com'] });
    expect(await statusAndCode(unknown)).to.deep.equal([422, 'FIELDS_REFUSED']);
    await turn('captions', 'everybody');
  });

  it('are recorded with who, what, before, after and why', async () => {
    await turn('captions', 'share', { share: 5 });
    await turn('captions', 'everybody');
    const [last, before] = await admin.call(listAudit, { query: { action: 'switch.changed', limit: 2 } });
    const facts = { switch: 'captions', before: 'share 5 %', after: 'everybody', note: 'Trying it' };
    expect([last?.actorId, last?.details]).to.deep.equal([admin.user.id, facts]);
    expect(before?.details).to.include({ before: 'everybody', after: 'share 5 %' });
  });

  it('change by a form without script, which asks for a recent second step and keeps what was typed', async () => {
    const own = await newUser(web().origin, { role: 'admin' });
    const sent = await own.postForm('/staff/switches/premieres', { audience: 'share', share: '20', why: 'Slowly' });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([
      303,
      '/staff/switches?saved=premieres#premieres',
    ]);
    expect((await see(own, '/staff/switches')).html)
      .to.include('On for 20 % of accounts')
      .and.include('Slowly');
    const wrong = await own.postForm('/staff/switches/premieres', { audience: 'share', share: '200', why: 'All' });
    expect([wrong.status, (await wrong.text()).includes('value="200"')]).to.deep.equal([422, true]);
    await growStale(web().connection, 'secondStepAt');
    const stale = await own.postForm('/staff/switches/premieres', { audience: 'nobody', why: 'Now' });
    expect(stale.status).to.equal(403);
    expect((await see(own, '/staff/switches')).html).to.include('On for 20 % of accounts');
  });
});
