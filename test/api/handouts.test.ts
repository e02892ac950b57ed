import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { planPremiere } from '../../src/shared/contracts/premieres.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startFreeEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;

describe('what people take along', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    creator = await newUser(web().origin);
    const recipients = [{ firstName: 'Ольга-Αθηνά 🎂' }, { firstName: 'فاطمة' }];
    event = await readEvent(creator, await startFreeEvent(creator, { recipients, timeZone: 'Europe/Berlin' }));
    await finishedFilm(web().connection, event);
  });

  /** Unfolded lines of a calendar file, by name. */
  async function calendar(path: string): Promise<{ folded: string; of(name: string): string }> {
    const answer = await newVisitor(web().origin).fetch(path);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'text/calendar; charset=utf-8']);
    const folded = await answer.text();
    const lines = folded.replace(/\r\n[ \t]/g, '').split('\r\n');
    return { folded, of: (name) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '' };
  }

  describe('GET /e/:ref/card/:size', () => {
    it('is a PDF of both sides, or of one sheet to fold', async () => {
      for (const [size, pages] of [
        ['a6', 2],
        ['letter', 1],
      ] as const) {
        const answer = await creator.fetch(`/e/${event.uuid}/card/${size}.pdf`);
        expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
        const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
        expect(pdf.match(/\/Type \/Page\b/g), size).to.have.length(pages);
      }
    });

    it('is for the makers only, and in these sizes', async () => {
      const other = await newUser(web().origin);
      expect((await other.fetch(`/e/${event.uuid}/card/a6.pdf`)).status).to.equal(403);
      expect((await newVisitor(web().origin).fetch(`/e/${event.privateKey}/card/a6.pdf`)).status).to.equal(401);
      expect((await creator.fetch(`/e/${event.uuid}/card/a4.pdf`)).status).to.equal(404);
    });
  });

  describe('GET /e/:ref/deadline.ics', () => {
    it('is there while clips are due, in UTC, and follows the deadline', async () => {
      const path = `/e/${event.uuid}/deadline.ics`;
      expect((await newVisitor(web().origin).fetch(path)).status).to.equal(404);
      const move = (deadline: string) =>
        creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
      const year = new Date().getUTCFullYear() + 1;
      await move(`${year}-03-01T20:00:00+01:00`);
      const first = await calendar(path);
      expect([first.of('DTSTART'), first.of('DTEND')]).to.deep.equal([`${year}0301T180000Z`, `${year}0301T190000Z`]);
      expect(first.of('DESCRIPTION')).to.contain(`/e/${event.uuid}`);
      await move(`${year}-04-01T20:00:00+02:00`);
      const then = await calendar(path);
      expect(then.of('DTEND')).to.equal(`${year}0401T180000Z`);
      expect(then.of('UID')).to.equal(first.of('UID'));
    });

    it('has lines of at most 75 octets that end in CRLF, and names nobody', async () => {
      const { folded } = await calendar(`/e/${event.uuid}/deadline.ics`);
      expect(folded)
        .to.match(/^BEGIN:VCALENDAR\r\n/)
        .and.match(/END:VCALENDAR\r\n$/);
      expect(folded.replaceAll('\r\n', '')).not.to.match(/[\r\n]/);
      for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).to.be.at.most(75);
      expect(folded.replace(/\r\n /g, '')).not.to.match(/Ольга|فاطمة|gift|film|surprise/i);
    });
  });

  it('has an entry for a premiere, for who may come', async () => {
    const { viewKey = '' } = await readEvent(creator, event);
    const path = `/e/${viewKey}/premiere.ics`;
    expect((await newVisitor(web().origin).fetch(path)).status).to.equal(404);
    const startsAt = new Date(Date.now() + 48 * HOUR).toISOString();
    await creator.call(planPremiere, { params: { id: event.id }, body: { startsAt } });
    const entry = await calendar(path);
    expect(entry.of('DTSTART')).to.equal(startsAt.replace(/[-:]|\.\d+/g, ''));
    expect(entry.of('URL')).to.match(new RegExp(`/e/${viewKey}/premiere$`));
    expect((await newVisitor(web().origin).fetch(`/e/${event.uuid}/premiere.ics`)).status).to.equal(403);
  });
});
