import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { reportEvent } from '../../src/shared/contracts/reports.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveFile, giveText, startFreeEvent } from '../helpers/giving.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useDesk } from './helpers/desk.ts';
import { LONG } from './helpers/look-events.ts';
import { lookOver } from './helpers/look-over.ts';

const SESSION = 'cs_test_looks0000000000';

describe('the look of the desk', function () {
  this.timeout(600_000);
  const { web, open } = useDesk();
  let event: Event;
  let crude: string;
  let reported: string;
  let userId: string;

  before(async () => {
    const creator = await newUser(web().origin, { email: `${LONG.toLowerCase()}@example.com` });
    userId = creator.user.id;
    event = await startFreeEvent(creator, { recipients: [{ firstName: LONG }, { firstName: 'مريم' }] });
    const [sender, contributor] = [newVisitor(web().origin), { name: LONG, email: 'sender@example.com' }];
    const words = await giveText(sender, event, `Bastard! ${'Superlongwordwithoutanyspaces'.repeat(4)}`, {
      contributor,
    });
    const video = await giveFile(sender, web().origin, event, mp4Clip(), { contributor });
    [crude, reported] = [words.media.id, video.media.id];
    await finishedFilm(web().connection, event, { clip: video.media });
    const body = { mediaId: reported, reason: `${LONG} never agreed to be in it. `.repeat(6) };
    await newVisitor(web().origin).call(reportEvent, { params: { id: event.viewKey ?? '' }, query: {}, body });
    const { ObjectId } = web().connection.base.mongo;
    const at = new Date();
    await web()
      .connection.collection('payments')
      .insertOne({
        ...{ _id: SESSION as never, eventId: new ObjectId(event.id), userId: new ObjectId(userId), amount: 2400 },
        ...{ status: 'paid', received: { amount: 2400, currency: 'usd' }, paymentIntent: 'pi_looks', refunds: [] },
        ...{ disputes: [{ id: 'dp_looks', amount: 2400, status: 'open' }], paidAt: at, settledAt: at, createdAt: at },
      });
    const of = { eventId: new ObjectId(event.id), amount: 2091 };
    await web()
      .connection.collection('stuck_refunds')
      .insertOne({ ...of, _id: `re_${'0123456789'.repeat(3)}` as never, currency: 'USD', why: 'failed', at });
    await web()
      .connection.collection('rewards')
      .insertOne({
        ...{ ...of, name: LONG, productName: 'Prepaid card', status: 'delivered' },
        bounce: { at, why: 'apple_private_relay', canRepeat: false },
      });
  });

  const SCREENS: [name: string, path: () => string][] = [
    ['what needs somebody', () => ''],
    ['a search', () => `/search?q=${LONG.slice(0, 12)}`],
    ['a reported clip', () => `/media?id=${reported}`],
    ['a clip with crude words', () => `/media?id=${crude}`],
    ['no clip', () => '/media?show=cleared&kind=audio'],
    ['VidDays', () => '/events'],
    ['a VidDay', () => `/events/${event.id}`],
    ['users of a search, which can be saved', () => '/users?q=somebody'],
    ['films', () => '/jobs?show=films'],
    ['jobs that wait', () => '/jobs?show=queued'],
    ['orders, with a refund that did not go through and a gift card that came back', () => '/orders'],
    ['an order', () => `/orders/${SESSION}`],
    ['promo codes', () => '/promo'],
    ['letters', () => '/broadcast'],
    ['the log', () => '/audit'],
  ];
  for (const [name, path] of SCREENS) {
    it(`${name}: stays as it came, has no axe violations and cuts nothing off, phone and desktop, light and dark`, async () => {
      const { page, visit, problems, requests } = open();
      const { pathname, href } = new URL(`/staff${path()}`, web().origin);
      const visitAndLook = async () => {
        const before = requests.length;
        const times = () => requests.slice(before).filter((url) => new URL(url).pathname === pathname).length;
        await visit(href);
        // Some pages show no changes.
        const live = await page.$('[data-live] > *');
        if (live) await eventually('the page to be read again', async () => times() >= 2);
        expect(await lookOver(page)).to.deep.equal([]);
        return (await live?.evaluate(({ isConnected }) => isConnected)) !== false;
      };
      // Meanwhile, "4 minutes ago" may have become 5.
      expect((await visitAndLook()) || (await visitAndLook()), 'nothing was replaced').to.equal(true);
      expect(problems).to.deep.equal([]);
    });
  }
});
