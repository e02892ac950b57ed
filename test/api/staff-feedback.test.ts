import { expect } from 'chai';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { createIdea, type Idea, listIdeas, updateIdea, voteForIdea } from '../../src/shared/contracts/feedback.ts';
import { type IdeaShow, listStaffIdeas, mergeIdea } from '../../src/shared/contracts/staff-ideas.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('feedback at the desk', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let editor: SignedInUser;
  let address = 0;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
  });
  afterEach(async () => {
    await web().connection.collection('ideas').deleteMany({});
    await web().connection.collection('idea_votes').deleteMany({});
  });

  const stranger = () => newVisitor(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const share = (who: Visitor, title: string) => who.call(createIdea, { body: { title } });
  const vote = (who: Visitor, { id }: Pick<Idea, 'id'>) => who.call(voteForIdea, { params: { id } });
  const merge = ({ id }: Pick<Idea, 'id'>, into: Pick<Idea, 'id'>) =>
    editor.call(mergeIdea, { params: { id }, body: { into: into.id, note: 'The same wish' } });
  const titles = async (show: IdeaShow, q = '') =>
    (await editor.call(listStaffIdeas, { query: { show, q } })).map(({ title }) => title);
  const shown = async (who: Visitor, { id }: Idea) =>
    (await who.call(listIdeas, { query: {} })).find((idea) => idea.id === id);

  describe('POST /api/v2/staff/feedback/{id}/merge', () => {
    it('joins the votes, each voter once, and takes the merged idea off the list', async () => {
      const [ann, bo, cleo] = [stranger(), stranger(), stranger()];
      const first = await share(ann, 'Let me choose the font');
      const second = await share(bo, 'Pick another typeface');
      await vote(bo, first);
      await vote(cleo, second);
      const merged = await merge(first, second);
      expect(merged).to.deep.include({ isHidden: true, votes: 0, mergedInto: { id: second.id, title: second.title } });
      expect(await shown(ann, second)).to.include({ votes: 3, hasVoted: true });
      expect(await shown(ann, first)).to.equal(undefined);
      expect([await titles('new'), await titles('merged'), await titles('hidden')]).to.deep.equal([
        [second.title],
        [first.title],
        [],
      ]);
    });

    it('leads later votes and the same wish to the other idea, also through a second merge', async () => {
      const [first, second, third] = [
        await share(stranger(), 'Let me choose the font'),
        await share(stranger(), 'Pick another typeface'),
        await share(stranger(), 'More letters to choose from'),
      ];
      await merge(first, second);
      await merge(second, third);
      expect(await vote(stranger(), first)).to.include({ id: third.id, votes: 4, hasVoted: true });
      const again = await stranger()
        .call(createIdea, { body: { title: 'Let me choose the font' } })
        .catch((error) => error);
      expect([again.code, again.details?.id]).to.deep.equal(['DUPLICATE', third.id]);
    });

    it('can be repeated, and is recorded with votes before and why', async () => {
      const [first, second] = [
        await share(stranger(), 'Let me choose the font'),
        await share(stranger(), 'Pick another typeface'),
      ];
      await merge(first, second);
      expect((await merge(first, second)).mergedInto?.id).to.equal(second.id);
      expect(await shown(stranger(), second)).to.include({ votes: 2 });
      const admin = await newUser(web().origin, { role: 'admin' });
      const lines = await admin.call(listAudit, { query: { action: 'idea.merged' } });
      const own = lines.filter(({ details }) => details.idea === first.id);
      expect(own.at(-1)?.details).to.deep.equal({
        idea: first.id,
        into: second.id,
        before: '1 and 1 votes',
        note: 'The same wish',
      });
    });

    it('refuses itself with 422, and hidden or merged ideas with 409', async () => {
      const [first, second, third] = [
        await share(stranger(), 'Let me choose the font'),
        await share(stranger(), 'Pick another typeface'),
        await share(stranger(), 'More letters to choose from'),
      ];
      expect(await statusAndCode(merge(first, first))).to.deep.equal([422, 'FIELDS_REFUSED']);
      await merge(first, second);
      expect(await statusAndCode(merge(third, first))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(merge(first, third))).to.deep.equal([409, 'WRONG_STATE']);
      const change = editor.call(updateIdea, { params: { id: first.id }, body: { isHidden: false } });
      expect(await statusAndCode(change)).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(merge({ id: '0'.repeat(24) }, second))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('/staff/feedback', () => {
    it('lists each state with its number, and finds ideas by their words', async () => {
      const first = await share(stranger(), 'Let me choose the font');
      await share(stranger(), 'A countdown before the film');
      await editor.call(updateIdea, { params: { id: first.id }, body: { status: 'planned' } });
      expect([await titles('new'), await titles('planned')]).to.deep.equal([
        ['A countdown before the film'],
        ['Let me choose the font'],
      ]);
      expect(await titles('new', 'countdowns')).to.deep.equal(['A countdown before the film']);
      const page = await see(editor, '/staff/feedback?show=planned');
      expect(page.text).to.include('Let me choose the font').and.include('Planned 1');
      const csv = await (await editor.fetch('/staff/feedback.csv?show=planned')).text();
      expect(csv).to.include('"Let me choose the font"').and.not.include('A countdown');
      const saved = await editor.postForm('/staff/filters', { list: 'feedback', name: 'Soon', query: 'show=planned' });
      expect(saved.headers.get('location')).to.equal('/staff/feedback?show=planned');
      expect((await see(editor, '/staff/feedback')).html).to.match(/href="\/staff\/feedback\?show=planned"[^>]*>Soon</);
    });

    it('shows the beginning of long ideas in the list, and the open one in full', async () => {
      for (const [title, ending] of [
        ['Let me choose the font', 'the open one'],
        ['Pick another typeface', 'beside it'],
      ] as const) {
        await stranger().call(createIdea, { body: { title, text: `${'more words '.repeat(40)}${ending}` } });
      }
      const [open] = await editor.call(listStaffIdeas, { query: { show: 'new', q: 'font' } });
      const { text } = await see(editor, `/staff/feedback?id=${open?.id}`);
      expect(text).to.include('the open one').and.include('Pick another typeface').and.not.include('beside it');
    });

    it('answers without script, and records the states before and after', async () => {
      const idea = await share(stranger(), 'Let me choose the font');
      const form = { title: idea.title, text: '', status: 'done', answer: 'You can, from today.', note: 'Shipped' };
      const sent = await editor.postForm(`/staff/feedback/${idea.id}`, form);
      expect([sent.status, sent.headers.get('location')]).to.deep.equal([
        303,
        `/staff/feedback?show=done&id=${idea.id}&saved=yes`,
      ]);
      expect((await see(stranger(), '/ideas')).html).to.include('You can, from today.');
      const admin = await newUser(web().origin, { role: 'admin' });
      const [line] = await admin.call(listAudit, { query: { action: 'idea.changed', limit: 1 } });
      expect(line?.details).to.deep.equal({ idea: idea.id, before: 'new', after: 'done, answered', note: 'Shipped' });
    });

    it('keeps what was typed when it is refused, and merges without script', async () => {
      const [first, second] = [
        await share(stranger(), 'Let me choose the font'),
        await share(stranger(), 'Choose another font'),
      ];
      const refused = await editor.postForm(`/staff/feedback/${first.id}`, {
        title: 'Short',
        status: 'planned',
        answer: 'Soon, we hope',
      });
      expect([refused.status, (await refused.text()).includes('Soon, we hope')]).to.deep.equal([422, true]);
      const page = await see(editor, `/staff/feedback?id=${first.id}`);
      expect(page.html).to.include(`value="${second.id}"`);
      const sent = await editor.postForm(`/staff/feedback/${first.id}/merge`, { into: second.id });
      expect(sent.headers.get('location')).to.equal(`/staff/feedback?show=merged&id=${first.id}`);
      expect((await see(editor, sent.headers.get('location') ?? '')).html).to.include('Merged into');
    });
  });
});
