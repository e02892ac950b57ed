import { expect } from 'chai';
import {
  activeAnnouncements,
  deleteAnnouncement,
  listAnnouncements,
} from '../../src/shared/contracts/announcements.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { eventually } from '../helpers/eventually.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const LIST = '/staff/announcements';

describe('announcements at the desk', () => {
  const web = useWeb();
  let editor: SignedInUser;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
  });

  const plan = async (message: string, times: Record<string, string> = {}) => {
    const sent = await editor.postForm(LIST, { type: 'promotion', message, public: 'yes', ...times });
    expect(sent.status).to.equal(303);
    return sent.headers.get('location') ?? '';
  };
  const idIn = (path: string) => new URL(path, web().origin).searchParams.get('id') ?? '';
  const active = async () =>
    (await newVisitor(web().origin).call(activeAnnouncements, {})).map(({ message }) => message);

  it('are planned without script, listed with past ones, and shown as they look', async () => {
    const later = await plan('Cake for everyone', { from: '2099-06-01T09:00', until: '2099-06-02T09:00' });
    await plan('It was slow on Sunday', { from: '2020-01-01T09:00', until: '2020-01-02T09:00' });
    const { html } = await see(editor, later);
    expect(html).to.include('Planned').and.include('Over').and.include('value="2099-06-01T09:00"');
    expect(html.split('class="notice"')).to.have.length(3);
    const all = await editor.call(listAnnouncements, { query: {} });
    expect(all.map(({ message }) => message)).to.deep.equal(['It was slow on Sunday', 'Cake for everyone']);
    expect(all[1]).to.include({ startsAt: '2099-06-01T09:00:00.000Z', endsAt: '2099-06-02T09:00:00.000Z' });
    expect(await active()).to.deep.equal([]);
  });

  it('begin at once when a planned one is moved, and keep what was typed when they are refused', async () => {
    const path = `${LIST}/${idIn(await plan('Free cards this week', { from: '2099-01-01T09:00' }))}`;
    const typed = { type: 'promotion', message: 'Free cards this week', public: 'yes', from: '2099-01-02T09:00' };
    const wrong = await editor.postForm(path, { ...typed, until: '2098-01-01T09:00' });
    expect([wrong.status, (await wrong.text()).includes('value="2098-01-01T09:00"')]).to.deep.equal([422, true]);
    await editor.postForm(path, { ...typed, from: '2024-01-01T09:00' });
    expect(await active()).to.deep.equal(['Free cards this week']);
  });

  it('stay drafts until they are planned, whatever their times', async () => {
    const path = await plan('Not yet', { draft: 'yes', from: '2024-01-01T09:00' });
    expect((await see(editor, path)).html)
      .to.include('Draft')
      .and.include('value="Not yet"');
    expect(await active()).not.to.include('Not yet');
    await editor.postForm(`${LIST}/${idIn(path)}`, { type: 'promotion', message: 'Not yet', public: 'yes' });
    expect(await active()).to.include('Not yet');
    await editor.postForm(`${LIST}/${idIn(path)}/delete`, {});
  });

  it('are shown on the pages that were chosen, with a link to this site or over https', async () => {
    const visitor = newVisitor(web().origin);
    const link = { url: '/pricing', label: 'See the prices' };
    const sent = await editor.postForm(LIST, {
      type: 'promotion',
      message: 'For makers only',
      account: 'yes',
      ...link,
    });
    const user = await newUser(web().origin);
    await eventually('the announcement', async () =>
      (await see(user, '/dashboard')).html.includes('<a href="/pricing">See the prices</a>'),
    );
    expect((await see(visitor, '/')).html).not.to.include('For makers only');
    for (const url of ['//evil.example', 'javascript:alert(1)', 'http://a.test', '/a b', '/\\evil.example']) {
      const refused = await editor.postForm(LIST, {
        type: 'promotion',
        message: 'Wrong',
        public: 'yes',
        url,
        label: 'Go',
      });
      expect([url, refused.status]).to.deep.equal([url, 422]);
    }
    const nowhere = await editor.postForm(LIST, { type: 'promotion', message: 'Nowhere' });
    expect([nowhere.status, (await nowhere.text()).includes('Choose where it is shown')]).to.deep.equal([422, true]);
    await editor.postForm(`${LIST}/${idIn(sent.headers.get('location') ?? '')}/delete`, {});
  });

  it('are deleted from every page, and every act is in the audit log', async () => {
    const id = idIn(await plan('Only for a moment'));
    const visitor = newVisitor(web().origin);
    await eventually('the announcement', async () => (await see(visitor, '/')).html.includes('Only for a moment'));
    await editor.postForm(`${LIST}/${id}/delete`, {});
    await eventually('its end', async () => !(await see(visitor, '/')).html.includes('Only for a moment'));
    const again = editor.call(deleteAnnouncement, { params: { id } });
    expect(await statusAndCode(again)).to.deep.equal([404, 'NOT_FOUND']);
    const admin = await newUser(web().origin, { role: 'admin' });
    const lines = await admin.call(listAudit, { query: { actorId: editor.user.id } });
    const acts = lines.filter(({ details }) => JSON.stringify(details).includes(id));
    expect(acts.map(({ action }) => action)).to.include.members(['announcement.deleted', 'announcement.created']);
  });
});
