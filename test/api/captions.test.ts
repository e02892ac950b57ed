import { expect } from 'chai';
import type { Cue } from '../../src/shared/captions.ts';
import { duplicateMedia } from '../../src/shared/contracts/clip-edits.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import { type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import {
  download,
  endedRender,
  giveFile,
  giveText,
  readEvent,
  settledMedia,
  startFreeEvent,
} from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const SAID: Cue[] = [
  { start: 0.5, end: 2, text: 'Get well soon <3' },
  { start: 3, end: 5, text: 'חזרי מהר 🌷' },
];

describe('captions of a clip', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;
  let clip: Media;

  before(async () => {
    const { origin } = app();
    creator = await newUser(origin);
    event = await startFreeEvent(creator);
    const film = await sample('mp4 with a flash and a beep each second');
    await giveFile(newVisitor(origin), origin, event, film, { contributor: { name: 'Lena' } });
    await giveText(newVisitor(origin), event, 'All the best');
    clip = (await settledMedia(creator, event))[0] as Media;
  });

  const put = (body: Parameters<typeof creator.call<typeof updateMedia>>[1]['body'], id = clip.id, who = creator) =>
    who.call(updateMedia, { params: { id }, body });
  const captionsOfFilm = async () => {
    const job = await creator.call(publish, { body: { eventId: event.id } });
    expect((await endedRender(creator, job)).error).to.equal(null);
    const { film } = await readEvent(creator, event);
    return (await download(app().origin, film?.captionsUrl)).toString();
  };

  describe('PUT /api/v2/media/:id', () => {
    it('keeps them without markup, in the history and in a copy, and prepares nothing again', async () => {
      const asked = SAID.map((cue) => ({ ...cue, text: `<b onclick=x>${cue.text}</b>\r\n` }));
      const saved = await put({ captions: asked });
      expect([saved.captions, saved.status, saved.history?.at(-1)?.what]).to.deep.equal([SAID, 'ready', 'captions']);
      const copy = await creator.call(duplicateMedia, { params: { id: clip.id } });
      expect(copy.captions).to.deep.equal(SAID);
      await put({ hidden: true }, copy.id);
    });

    const refused: [title: string, captions: unknown, field: string][] = [
      ['a caption that ends before it starts', [{ start: 2, end: 2, text: 'Hi' }], 'captions.0'],
      ['captions that overlap', [SAID[1], { start: 4, end: 5, text: 'Hi' }], 'captions.1'],
      ['an empty caption', [{ start: 0, end: 1, text: ' <i> </i>' }], 'captions.0.text'],
      ['a long one', [{ start: 0, end: 1, text: 'x'.repeat(201) }], 'captions.0.text'],
      ['too many', Array.from({ length: 301 }, (_, at) => ({ start: at, end: at + 1, text: 'Hi' })), 'captions'],
      ['one that begins after the clip', [{ start: 7, end: 8, text: 'Hi' }], 'captions.0'],
      ['a time that is no number', [{ start: '0', end: 1, text: 'Hi' }], 'captions.0.start'],
    ];
    for (const [title, captions, field] of refused) {
      it(`refuses ${title} with 422`, async () => {
        const refusal = await refusalOf(put({ captions: captions as Cue[] }));
        expect([refusal.status, Object.keys(refusal.fields ?? {})]).to.deep.equal([422, [field]]);
      });
    }

    it('refuses captions of a text card with 422, and those of strangers with 404', async () => {
      const card = (await readEvent(creator, event)).media?.find(({ kind }) => kind === 'text');
      expect(await statusAndCode(put({ captions: SAID }, card?.id))).to.deep.equal([422, 'FIELDS_REFUSED']);
      const other = await newUser(app().origin);
      expect(await statusAndCode(put({ captions: SAID }, clip.id, other))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('in the film', () => {
    it('are moved by trim, cuts and speed, and a change of them alone makes the film outdated', async () => {
      const edit = { trim: { start: 0.25, end: 0 }, cuts: [{ start: 2, end: 3 }], speed: 2 };
      await put({ captions: SAID, edit });
      const [edited] = await settledMedia(creator, event);
      expect(edited?.captions).to.deep.equal(SAID);
      const captions = await captionsOfFilm();
      const { film } = await readEvent(creator, event);
      const start = film?.chapters.find(({ title }) => title === 'Lena')?.start ?? 0;
      const spoken = captions.split('\n\n').filter((cue) => /soon|מהר/.test(cue));
      const times = spoken.map((cue) => {
        const [, from = '', until = ''] = /00:00:([\d.]+) --> 00:00:([\d.]+)/.exec(cue) ?? [];
        return [Number(from) - start, Number(until) - start].map((seconds) => Math.round(seconds * 10) / 10);
      });
      expect(times).to.deep.equal([
        [0.1, 0.9],
        [0.9, 1.9],
      ]);
      expect(spoken.map((cue) => cue.split('\n').at(-1))).to.deep.equal(['Get well soon &lt;3', 'חזרי מהר 🌷']);
      expect((await readEvent(creator, event)).isFilmOutdated).to.equal(false);
      await put({ captions: SAID.slice(0, 1) });
      const after = await readEvent(creator, event);
      expect([after.isFilmOutdated, after.media?.[0]?.status]).to.deep.equal([true, 'ready']);
    });
  });
});
