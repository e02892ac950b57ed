import { expect } from 'chai';
import { takeMarks, withMark } from '../../src/shared/analytics-marks.ts';
import { type AnalyticsEventBody, sendAnalyticsEvent } from '../../src/shared/contracts/analytics.ts';
import { ANALYTICS_KEPT } from '../../src/shared/limits.ts';
import { startEvent } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const CLIENT = '0123456789abcdef0123456789abcdef';
const PASSWORD = 'plum harbour violin 7';
const LOGIN = { name: 'login', method: 'google', analyticsClientId: CLIENT } as const;

describe('POST /api/v2/analytics/events', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let address = 0;
  const stranger = (headers: Record<string, string> = {}) =>
    newVisitor(web().origin, { 'x-forwarded-for': `203.0.113.${++address}`, ...headers });
  const send = (body: AnalyticsEventBody, who = stranger()) => who.call(sendAnalyticsEvent, { body });
  const events = () => web().connection.collection('analytics_events');
  const stored = () => events().find({}).sort({ _id: 1 }).toArray();

  afterEach(() => events().deleteMany({}));

  it('stores action, time and the browser’s id; no account, address or cookie', async () => {
    const user = await newUser(web().origin);
    const { id: eventId, uuid } = await startEvent(user);
    expect(await send(LOGIN, user)).to.deep.equal({ counted: true });
    const visitor = stranger();
    await send({ name: 'start_vidday', uuid, eventId, analyticsClientId: CLIENT }, visitor);
    expect(visitor.cookie()).to.equal('');
    const kept = await stored();
    expect(
      kept.map(({ _id, at, ...rest }) => ({ ...rest, eventId: rest.eventId && String(rest.eventId) })),
    ).to.deep.equal([
      { name: 'login', method: 'google', uuid: null, eventId: null, clientId: CLIENT },
      { name: 'start_vidday', method: null, uuid, eventId, clientId: CLIENT },
    ]);
    expect(Date.now() - kept[0]?.at.getTime()).to.be.within(0, 600_000);
  });

  it('deletes records after thirteen months', async () => {
    await send(LOGIN);
    const indexes = await events().indexes();
    expect(indexes.find(({ key }) => key.at === 1)?.expireAfterSeconds).to.equal(ANALYTICS_KEPT / 1000);
  });

  it('stores nothing when the browser asks not to be tracked', async () => {
    for (const header of ['dnt', 'sec-gpc']) {
      expect(await send(LOGIN, stranger({ [header]: '1' }))).to.deep.equal({ counted: false });
    }
    expect(await stored()).to.deep.equal([]);
  });

  it('refuses fields that do not fit the event, and names them', async () => {
    const uuid = '11111111-1111-4111-8111-111111111111';
    const refused: [object, string][] = [
      [{ name: 'page_view' }, 'name'],
      [{ name: 'login' }, 'method'],
      [{ name: 'login', method: 'Ada Lovelace <ada@example.com>' }, 'method'],
      [{ name: 'sign_up', method: 'password', uuid }, 'uuid'],
      [{ name: 'start_vidday' }, 'uuid'],
      [{ name: 'start_vidday', uuid: 'p0000000000000000000000' }, 'uuid'],
      [{ name: 'login', method: 'google', analyticsClientId: 'me' }, 'analyticsClientId'],
    ];
    for (const [body, field] of refused) {
      const { code, fields } = await refusalOf(send({ analyticsClientId: CLIENT, ...body } as AnalyticsEventBody));
      expect([code, Object.keys(fields)], JSON.stringify(body)).to.deep.equal(['FIELDS_REFUSED', [field]]);
    }
    expect(await stored()).to.deep.equal([]);
  });

  it('refuses more than thirty an hour per browser', async () => {
    const body = { ...LOGIN, analyticsClientId: 'eager-browser' };
    const sent = await Promise.allSettled(Array.from({ length: 31 }, () => send(body)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).to.have.length(30);
    expect(await stored()).to.have.length(30);
  });
});

describe('the marker of an action in the next page’s URL', () => {
  const web = useWeb();
  const UUID = '11111111-1111-4111-8111-111111111111';
  const EVENT_ID = '0123456789abcdef01234567';

  it('is added and removed without changing the rest of the query', () => {
    const started = withMark(`/e/${UUID}?a=b#c`, { name: 'start_vidday', uuid: UUID, eventId: EVENT_ID });
    expect(started).to.equal(`/e/${UUID}?a=b&gtm_event_start_vidday=${UUID}&gtm_event_id=${EVENT_ID}#c`);
    expect(takeMarks(new URL(started, 'http://x').search)).to.deep.equal({
      marks: [{ name: 'start_vidday', uuid: UUID, eventId: EVENT_ID }],
      rest: '?a=b',
    });
    expect(takeMarks('?gtm_event_sign_up=google&gtm_event_login=apple')).to.deep.equal({
      marks: [
        { name: 'sign_up', method: 'google' },
        { name: 'login', method: 'apple' },
      ],
      rest: '',
    });
    expect(takeMarks('?q=a%20b')).to.deep.equal({ marks: [], rest: '?q=a%20b' });
  });

  it('is removed and not counted when its value is invalid', () => {
    for (const query of [
      '?gtm_event_login=<script>',
      '?gtm_event_login=',
      '?gtm_event_start_vidday=p0000000000000000000000',
      '?gtm_event_other=1',
    ]) {
      expect(takeMarks(query), query).to.deep.equal({ marks: [], rest: '' });
    }
  });

  it('is added after a sign-up, a login and a start', async () => {
    const visitor = newVisitor(web().origin);
    const email = newEmail();
    const goesTo = async (path: string, fields: Record<string, string>) =>
      (await visitor.postForm(path, fields)).headers.get('location') ?? '';
    expect(await goesTo('/auth/register', { email, password: PASSWORD, next: '/dashboard?a=b' })).to.equal(
      '/dashboard?a=b&gtm_event_sign_up=password',
    );
    expect(await goesTo('/auth/login', { email, password: PASSWORD })).to.equal('/dashboard?gtm_event_login=password');
    const started = await goesTo('/start-a-vidday', {
      occasion: 'birthday',
      'firstName[]': 'Ruth',
      timeZone: 'Europe/Berlin',
      analyticsClientId: CLIENT,
      do: 'create',
    });
    const event = await web().connection.collection('events').findOne({ analyticsClientId: CLIENT });
    expect(started).to.equal(
      `/e/${event?.uuid}?gtm_event_start_vidday=${event?.uuid}&gtm_event_id=${String(event?._id)}`,
    );
  });
});

describe('analytics switched off', () => {
  const web = useWeb({ env: { ANALYTICS: 'off' } });

  it('stores nothing, and asks nobody for consent', async () => {
    const user = await newUser(web().origin);
    expect(await user.call(sendAnalyticsEvent, { body: LOGIN })).to.deep.equal({ counted: false });
    const read = async (path: string) => (await user.fetch(path, { headers: { accept: 'text/html' } })).text();
    expect(await read('/dashboard')).to.include('&quot;analytics&quot;:&quot;off&quot;');
    expect(await read('/privacy')).not.to.include('data-name="counting"');
  });
});
