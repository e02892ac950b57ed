import { once } from 'node:events';
import { expect } from 'chai';
import { recordAudit } from '../../src/features/audit/audit.service.ts';
import { addFigures, openFigureKeeper } from '../../src/features/metrics/keep-figures.ts';
import { latestPeriods, periodAt } from '../../src/features/metrics/periods.ts';
import { createLog } from '../../src/platform/log.ts';
import { countUp } from '../../src/platform/tally.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { createIdea } from '../../src/shared/contracts/feedback.ts';
import { type Metrics, type MetricsFigures, readMetrics } from '../../src/shared/contracts/metrics.ts';
import type { DeskPlace } from '../../src/shared/contracts/socket-events.ts';
import { causeOf, type RangeName, SPREADS, stepOf, valueAt } from '../../src/shared/figures.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, giveText, startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { changesHeard, connectSocket } from '../helpers/socket.ts';
import { startServerProcess } from '../helpers/test-process.ts';
import { createUpload, offsetOf, patchUpload } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 24, 18, 20);

describe('the figures of a spread', () => {
  const counted = (values: number[]) => {
    const steps = Array.from({ length: SPREADS.answer.length + 1 }, () => 0);
    for (const value of values) steps[stepOf('answer', value)] = (steps[stepOf('answer', value)] ?? 0) + 1;
    return steps;
  };

  it('give the median and the 95th percentile within a step of the true ones', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i / 10);
    expect(valueAt('answer', counted(values), 0.5)).to.be.within(48, 52);
    expect(valueAt('answer', counted(values), 0.95)).to.be.within(90, 100);
  });

  it('are nothing without values, and the end of the last step beyond it', () => {
    expect(valueAt('answer', counted([]), 0.5)).to.equal(null);
    expect(valueAt('answer', counted([60_000]), 0.5)).to.equal(10_000);
  });
});

describe('periods', () => {
  it('are hours and days in UTC whose ids sort by time', () => {
    expect(periodAt('hour', NOW).id).to.equal('hour:2026-11-24T18');
    expect(periodAt('day', NOW).id).to.equal('day:2026-11-24');
    const ids = latestPeriods('hour', 48, NOW).map(({ id }) => id);
    expect(ids).to.deep.equal(ids.toSorted());
    expect([ids[0], ids.at(-1)]).to.deep.equal(['hour:2026-11-22T19', 'hour:2026-11-24T18']);
  });

  it('are kept for 40 days by hour and for three years by day', () => {
    const days = (at: Date) => Math.round((at.getTime() - NOW) / (24 * HOUR));
    expect(days(periodAt('hour', NOW).expiresAt)).to.equal(40);
    expect(days(periodAt('day', NOW).expiresAt)).to.be.within(1094, 1095);
  });
});

describe('GET /api/v2/staff/metrics', () => {
  const web = useWeb();
  let editor: SignedInUser;

  before(async () => {
    editor = await newUser(web().origin, { role: 'editor' });
  });

  const read = (range: RangeName = 'day') => editor.call(readMetrics, { query: { range } });
  const last = ({ points }: Metrics) => points.at(-1) as MetricsFigures;
  /** What was counted while something happened. Other tests of this process may have left more. */
  async function grown(act: () => Promise<unknown>): Promise<(of: (figures: MetricsFigures) => number) => number> {
    const before = await read();
    await act();
    const { total } = await read();
    return (of) => of(total) - of(before.total);
  }

  it('counts an account, a VidDay and a clip, in this hour and in this day', async () => {
    const week = await read('week');
    const more = await grown(async () => {
      const creator = await newUser(web().origin);
      await giveText(newVisitor(web().origin), await startEvent(creator), 'All the best');
    });
    expect([more(({ signUps }) => signUps), more(({ events }) => events), more(({ clips }) => clips)]).to.deep.equal([
      1, 1, 1,
    ]);
    expect(last(await read('week')).clips - last(week).clips).to.equal(1);
  });

  it('counts a refused upload by its cause, and leaves out a lost one that was never there', async () => {
    const creator = await newUser(web().origin);
    const event = await startEvent(creator);
    const headers = { 'tus-resumable': '1.0.0' };
    const metadata = `event ${btoa(event.uuid)},filename ${btoa('a.exe')},filetype ${btoa('application/x-msdownload')}`;
    const more = await grown(async () => {
      const refused = await newVisitor(web().origin).fetch('/api/uploads', {
        method: 'POST',
        headers: { ...headers, 'upload-length': '1000', 'upload-metadata': metadata },
      });
      expect(refused.status).to.equal(415);
      await newVisitor(web().origin).fetch(`/api/uploads/${'0'.repeat(32)}`, { method: 'HEAD', headers });
    });
    expect(more(({ failed }) => failed.upload.file)).to.equal(1);
    expect(more(({ failed }) => failed.upload.limit + failed.upload.network + failed.upload.us)).to.equal(0);
  });

  it('counts uploads that arrived without an interruption, and money for admins only', async () => {
    const { origin } = web();
    const event = await startEvent(await newUser(origin));
    const admin = await newUser(origin, { role: 'admin' });
    const bytes = mp4Clip(5000);
    const more = await grown(async () => {
      await giveFile(newVisitor(origin), origin, event, bytes);
      const path = await createUpload(origin, { size: bytes.length, event: event.uuid });
      await patchUpload(origin + path, 0, bytes.subarray(0, 2000));
      await patchUpload(origin + path, await offsetOf(origin + path), bytes.subarray(2000));
    });
    expect([more(({ uploads }) => uploads), more(({ firstTries }) => firstTries)]).to.deep.equal([2, 1]);
    expect((await read()).total.paid).to.equal(null);
    expect((await admin.call(readMetrics, { query: { range: 'day' } })).total.paid).to.be.a('number');
    const linesOf = async (who: SignedInUser) =>
      (await (await who.fetch('/staff/metrics.csv?range=day')).text()).split('\r\n').map((line) => line.split(','));
    const [head = [], line = []] = await linesOf(editor);
    const at = head.indexOf('"paid cents"');
    expect([line[at], (await linesOf(admin))[1]?.[at]]).to.deep.equal(['""', '0']);
  });

  it('tells open pages of the desk, once a second at most', async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    const socket = await connectSocket(web().origin, '/staff', { cookie: admin.cookie() });
    const creator = await newUser(web().origin);
    await startEvent(creator);
    await newVisitor(web().origin).call(createIdea, { body: { title: 'Fewer buttons please' } });
    await read();
    const places = ['audit', 'events', 'feedback', 'metrics', 'users'] as const;
    await eventually('each list to hear of it', async () =>
      places.every((place) => changesHeard(socket).includes(place)),
    );
    const times = (place: DeskPlace) => changesHeard(socket).filter((each) => each === place).length;
    const before = times('audit');
    for (let i = 0; i < 20; i++) await recordAudit({ actorId: null, subjectId: null, action: 'sign-in.closed' });
    await eventually('the desk to hear of the lines', async () => times('audit') > before);
    expect(times('audit') - before).to.be.below(10);
    socket.close();
  });

  it('tells open pages of the desk what a process changed in its last second', async () => {
    const { config, origin } = web();
    const admin = await newUser(origin, { role: 'admin' });
    const env = { MONGODB_URI: config.mongodbUri ?? '', SESSION_SECRET: config.sessionSecret };
    const other = await startServerProcess('web', env);
    const socket = await connectSocket(origin, '/staff', { cookie: admin.cookie() });
    const ideas = () => changesHeard(socket).filter((place) => place === 'feedback').length;
    const visitor = newVisitor(other.origin);
    for (const title of ['A button to undo', 'A button to redo']) await visitor.call(createIdea, { body: { title } });
    const ended = once(other.child, 'exit');
    other.child.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
    await eventually('both ideas', async () => ideas() >= 2);
    socket.close();
  });

  it('times pages, forms and calls, and no files', async () => {
    const values = async () => (await read()).total.answer?.values ?? 0;
    const before = await values();
    for (let i = 0; i < 10; i++) await editor.fetch('/dashboard');
    await eventually('ten pages', async () => (await values()) >= before + 10);
    const after = await values();
    for (let i = 0; i < 20; i++) await (await editor.fetch('/staff/metrics.csv')).text();
    expect((await values()) - after, 'files').to.be.below(20);
    expect((await read()).total.answer?.half).to.be.within(0.1, 10_000);
  });

  it('adds up what several processes write at once', async () => {
    const hour = periodAt('hour', Date.now() - 3 * HOUR);
    const ofOne = new Map([
      ['films', 2],
      ['render:3', 1],
    ]);
    await Promise.all(Array.from({ length: 20 }, () => addFigures(hour, ofOne)));
    const point = (await read()).points.find(({ at }) => Date.parse(at) === hour.from);
    expect(point).to.include({ films: 40 });
    expect(point?.render?.values).to.equal(20);
  });

  it('writes what is left when a process ends', async () => {
    const log = createLog({ env: 'test', logLevel: 'error' }, 'web', { write: () => {} });
    const more = await grown(async () => {
      const { close } = openFigureKeeper(log);
      countUp('bounces', 3);
      await close();
    });
    expect(more(({ bounces }) => bounces)).to.equal(3);
  });

  it('answers 24 hours, 7 days, 30 days and 52 weeks, each with the time before', async () => {
    const lengths: number[] = [];
    for (const range of ['day', 'week', 'month', 'year'] as const) lengths.push((await read(range)).points.length);
    expect(lengths).to.deep.equal([24, 7, 30, 52]);
    const before = periodAt('day', Date.now() - 10 * 24 * HOUR);
    await addFigures(before, new Map([['signUps', 7]]));
    await addFigures(periodAt('day', Date.now() - 7 * 24 * HOUR), new Map([['signUps', 5]]));
    const week = await read('week');
    expect(week.before.signUps).to.equal(12);
    expect((await read('year')).total.signUps).to.equal(week.total.signUps + 12);
    const today = week.points.at(-1)?.signUps ?? 0;
    expect(today).to.be.above(0);
    expect(week.compared.now.signUps, 'six whole days').to.equal(week.total.signUps - today);
    expect(week.compared.before.signUps, 'the same days a week before').to.equal(7);
  });
});

describe('/staff/metrics', () => {
  const web = useWeb();

  it('shows each plot with its name, and all numbers as a table without script', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    const { html, status } = await see(editor, '/staff/metrics?range=year');
    expect(status).to.equal(200);
    expect(html.split('class="plot"').length - 1).to.equal(6);
    expect(html.split('<th scope="row"').length - 1).to.equal(52);
    expect(html).to.include('Failures by cause').and.include('95% answered in');
  });

  it('is a CSV file too, which is recorded', async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    const file = await admin.fetch('/staff/metrics.csv?range=week');
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines).to.have.length(8);
    expect(lines[0]).to.include('"signUps"').and.include('"failed upload: file"');
    const [line] = await admin.call(listAudit, { query: { action: 'list.exported' } });
    expect(line?.details).to.include({ list: 'metrics' });
  });

  it('shows today on the desk’s first page, with the week that led to it', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    const { html } = await see(editor, '/staff');
    expect(html.split('class="staff__week"').length - 1).to.equal(4);
  });
});

describe('the cause of a failure', () => {
  it('is the file, a limit, the connection or our side, and nothing for the ordinary course', () => {
    const codes = ['WRONG_TYPE', 'LIMIT_REACHED', 'UPLOAD_INCOMPLETE', 'INTERNAL', 'NOT_FOUND'];
    expect(codes.map(causeOf)).to.deep.equal(['file', 'limit', 'network', 'us', null]);
  });
});
