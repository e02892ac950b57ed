import { expect } from 'chai';
import type { CallInput } from '../../src/shared/api-client.ts';
import {
  createIdea,
  type Idea,
  listIdeas,
  takeVoteBack,
  updateIdea,
  voteForIdea,
} from '../../src/shared/contracts/feedback.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('feedback', () => {
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

  /** Somebody at an address of their own. */
  const stranger = (ip = `203.0.113.${++address}`) => newVisitor(web().origin, { 'x-forwarded-for': ip });
  const share = (who: Visitor, title: string, text?: string) => who.call(createIdea, { body: { title, text } });
  const list = async (who: Visitor, query: CallInput<typeof listIdeas>['query'] = {}) =>
    (await who.call(listIdeas, { query })) as Idea[];
  const titles = async (who: Visitor, query: Parameters<typeof list>[1] = {}) =>
    (await list(who, query)).map(({ title }) => title);
  const vote = (who: Visitor, { id }: Idea) => who.call(voteForIdea, { params: { id } });
  const takeBack = (who: Visitor, { id }: Idea) => who.call(takeVoteBack, { params: { id } });

  it('accepts an idea without an account, with its first vote, and lists it', async () => {
    const author = stranger();
    const idea = await share(author, 'Let me choose the font', 'Grandma can’t read the curly one.\nA big one, please.');
    expect(idea).to.include({ status: 'new', votes: 1, hasVoted: true, isHidden: false, answer: '' });
    expect(await list(author)).to.deep.equal([idea]);
    expect(await list(stranger())).to.deep.equal([{ ...idea, hasVoted: false }]);
  });

  it('counts one vote per visitor, however often and concurrently, and removes it', async () => {
    const idea = await share(stranger(), 'A countdown before the film');
    const fan = stranger();
    await vote(fan, idea);
    const again = await Promise.all([vote(fan, idea), vote(fan, idea), vote(fan, idea)]);
    expect(again.map(({ votes, hasVoted }) => [votes, hasVoted])).to.deep.equal(Array(3).fill([2, true]));
    expect(await takeBack(fan, idea)).to.include({ votes: 1, hasVoted: false });
    expect(await takeBack(fan, idea)).to.include({ votes: 1, hasVoted: false });
  });

  it('sets the browser’s cookie only on a vote, and ignores a forged one', async () => {
    const idea = await share(stranger(), 'A countdown before the film');
    const fan = stranger();
    await list(fan);
    expect(fan.cookie()).to.equal('');
    await vote(fan, idea);
    expect(fan.cookie()).to.match(/^vd_voter=[\w-]{22}\.[\w-]{43}$/);
    const forged = fan.cookie().replace(/=./, (start) => `=${start.endsWith('A') ? 'B' : 'A'}`);
    const [seen] = await newVisitor(web().origin, { cookie: forged }).call(listIdeas, { query: {} });
    expect(seen?.hasVoted).to.equal(false);
  });

  it('counts an account once over all its browsers', async () => {
    const idea = await share(stranger(), 'A countdown before the film');
    const user = await newUser(web().origin);
    expect((await vote(user, idea)).votes).to.equal(2);
    const elsewhere = await signInElsewhere(web().origin, user);
    expect(await vote(elsewhere, idea)).to.include({ votes: 2, hasVoted: true });
    expect((await takeBack(elsewhere, idea)).votes).to.equal(1);
    expect(elsewhere.cookie()).not.to.include('vd_voter');
  });

  it('sorts by votes or date, page by page', async () => {
    const first = await share(stranger(), 'First of all ideas');
    const second = await share(stranger(), 'Second best of them');
    const third = await share(stranger(), 'Third time lucky one');
    await vote(stranger(), first);
    expect(await titles(stranger())).to.deep.equal([first.title, third.title, second.title]);
    expect(await titles(stranger(), { sort: 'newest' })).to.deep.equal([third.title, second.title, first.title]);
    for (const sort of ['votes', 'newest'] as const) {
      const whole = await titles(stranger(), { sort });
      const one = await (await fetch(`${web().origin}/api/v2/feedback/ideas?sort=${sort}&limit=2`)).json();
      expect(one.meta.total).to.equal(3);
      const two = await titles(stranger(), { sort, limit: 2, cursor: one.meta.nextCursor });
      expect([...one.data.map(({ title }: Idea) => title), ...two]).to.deep.equal(whole);
    }
  });

  it('suggests similar ideas while typing, and refuses the same words', async () => {
    const idea = await share(stranger(), 'Add subtitles to the film', 'For those who hear badly.');
    await share(stranger(), 'Order a printed photo book');
    expect(await titles(stranger(), { q: 'subtit' })).to.deep.equal([idea.title]);
    expect(await titles(stranger(), { q: 'subtitles for films' })).to.deep.equal([idea.title]);
    expect(await titles(stranger(), { q: 'who hears badly' })).to.deep.equal([idea.title]);
    for (const q of ['', 'the', 'zebra', '.*', '$where', 'x'.repeat(100)]) {
      expect(await titles(stranger(), { q }), q).to.deep.equal([]);
    }
    expect(await statusAndCode(share(stranger(), 'To the film, add subtitles!'))).to.deep.equal([409, 'DUPLICATE']);
  });

  it('stores an idea once when it is sent several times concurrently', async () => {
    const sent = await Promise.all(
      [1, 2, 3].map(() => stranger().postForm('/ideas', { title: 'Slow motion for the cake', text: '' })),
    );
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([303, 409, 409]);
    expect(await titles(stranger())).to.deep.equal(['Slow motion for the cake']);
  });

  it('refuses links and addresses, stores no key, and escapes text', async () => {
    for (const text of ['see https://evil.example/x', 'www.evil.example', 'buy at evil.com now', 'me@example.com']) {
      expect(await statusAndCode(share(stranger(), 'A quite good idea', text)), text).to.deep.equal([
        422,
        'FIELDS_REFUSED',
      ]);
    }
    const bold = await share(stranger(), '<b>Bold</b> words & "quotes"', `My gift p${'A1b2'.repeat(5)}Zz is late`);
    expect(bold.text).to.equal('My gift [key] is late');
    const html = await (await stranger().fetch('/ideas', { headers: { accept: 'text/html' } })).text();
    expect(html).to.include('&lt;b&gt;Bold&lt;/b&gt; words &amp;').and.not.include('<b>Bold');
  });

  it('reports success to a honeypot hit, and stores nothing', async () => {
    const robot = stranger();
    const body = { title: 'Cheap pills for everybody', website: 'pills' };
    expect((await robot.call(createIdea, { body })).title).to.equal(body.title);
    expect([robot.cookie(), await list(robot)]).to.deep.equal(['', []]);
  });

  it('refuses more than five ideas an hour per browser, and ten per address', async () => {
    const eager = stranger('198.51.100.7');
    const codes: unknown[] = [];
    const attempt = (who: Visitor, n: number) =>
      share(who, `Idea number ${n} of many`).then(
        () => codes.push('shared'),
        async (error: { code: string }) => codes.push(error.code),
      );
    for (let n = 1; n <= 6; n++) await attempt(eager, n);
    for (let n = 7; n <= 11; n++) await attempt(stranger('198.51.100.7'), n);
    const over = 'TOO_MANY_REQUESTS';
    expect(codes).to.deep.equal([...Array(5).fill('shared'), over, ...Array(4).fill('shared'), over]);
  });

  it('accepts twenty votes a day per idea and address, and more from accounts', async () => {
    const idea = await share(stranger(), 'A countdown before the film');
    const office = Array.from({ length: 21 }, () => stranger('198.51.100.8'));
    const given = await Promise.allSettled(office.map((who) => vote(who, idea)));
    expect(given.filter(({ status }) => status === 'fulfilled')).to.have.length(20);
    expect(await list(stranger())).to.have.nested.property('[0].votes', 21);
    expect((await vote(await newUser(web().origin), idea)).votes).to.equal(22);
  });

  it('lets only staff set a status, reply and hide', async () => {
    const idea = await share(stranger(), 'A countdown before the film');
    const { id } = idea;
    const change = (who: Visitor, body: object) => who.call(updateIdea, { params: { id }, body });
    expect(await statusAndCode(change(await newUser(web().origin), { status: 'done' }))).to.deep.equal([
      403,
      'NOT_ALLOWED',
    ]);
    expect(await change(editor, { status: 'planned', answer: 'In spring.' })).to.include({
      status: 'planned',
      answer: 'In spring.',
    });
    expect(await titles(stranger(), { status: 'planned' })).to.deep.equal([idea.title]);
    expect(await titles(stranger(), { status: 'new' })).to.deep.equal([]);
    expect((await change(editor, { status: 'done' })).votes).to.equal(1);
    expect(await statusAndCode(vote(stranger(), idea))).to.deep.equal([409, 'WRONG_STATE']);
    await change(editor, { isHidden: true });
    for (const query of [{}, { hidden: 'true' as const }, { q: 'countdown' }]) {
      expect(await list(stranger(), query)).to.deep.equal([]);
    }
    expect(await titles(editor, { hidden: 'true' })).to.deep.equal([idea.title]);
    expect(await statusAndCode(vote(stranger(), idea))).to.deep.equal([404, 'NOT_FOUND']);
  });
});
