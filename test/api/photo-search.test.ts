import { expect } from 'chai';
import sharp from 'sharp';
import { startUnsplashSandbox, type UnsplashSandbox } from '../../src/integrations/sandbox/unsplash.ts';
import { createUnsplash } from '../../src/integrations/unsplash.ts';
import { duplicateMedia } from '../../src/shared/contracts/clip-edits.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { addFoundPhoto, searchPhotos } from '../../src/shared/contracts/unsplash.ts';
import { download, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('photos from Unsplash', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
  });

  const find = (search: string, page?: number, who: Visitor = creator) =>
    who.call(searchPhotos, { body: { search, ...(page && { page }) }, retries: 0 });
  const add = (downloadLocation: string, who: Visitor = creator) =>
    who.call(addFoundPhoto, { body: { downloadLocation, event: event.id }, retries: 0 });
  async function firstOf(search: string) {
    const [photo] = await find(search);
    if (!photo) throw new Error('Nothing was found');
    return photo;
  }

  describe('POST /api/v2/unsplash-search', () => {
    it('finds photos with their authors, page by page, and says that they are drawn', async () => {
      const answer = await creator.fetch('/api/v2/unsplash-search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ search: 'in summer' }),
      });
      const { meta } = (await answer.json()) as { meta: unknown };
      expect(meta).to.deep.equal({ total: 8, totalPages: 1, page: 1, isSandbox: true });
      const [first, second] = [await find('a'), await find('a', 2)];
      expect(first).to.have.length(18);
      expect(second.map(({ id }) => id)).not.to.include.members(first.map(({ id }) => id));
      const photo = await firstOf('birthday cake');
      expect(photo.author.url).to.match(/^https:\/\/unsplash\.com\/@[a-z-]+\?utm_source=vidday&utm_medium=referral$/);
      const { pathname, search } = new URL(photo.urls.thumb);
      const thumb = await sharp(await download(web().origin, pathname + search)).metadata();
      expect([thumb.format, thumb.width]).to.deep.equal(['jpeg', 400]);
      expect(await find('zebra')).to.deep.equal([]);
    });

    it('reports what the vendor refuses, and does not wait for it for ever', async () => {
      const refusals = await Promise.all(
        ['401', '403', '500', 'silent'].map((name) => refusalOf(find(`sandbox ${name}`))),
      );
      expect(refusals.map(({ status, code }) => [status, code])).to.deep.equal(Array(4).fill([503, 'PROVIDER_DOWN']));
      expect(refusals.map(({ message }) => message.includes('in an hour'))).to.deep.equal([false, true, false, false]);
    });

    it('refuses visitors with 401, and an empty search with 422', async () => {
      expect(await statusAndCode(find('cake', 1, newVisitor(web().origin)))).to.deep.equal([401, 'NOT_SIGNED_IN']);
      expect(await statusAndCode(find('  '))).to.deep.equal([422, 'FIELDS_REFUSED']);
    });
  });

  describe('POST /api/v2/unsplash-track', () => {
    it('adds the photo at the end of the film, with its credit, once', async () => {
      const photo = await firstOf('sea');
      const added = await add(photo.downloadLocation);
      const credit = {
        author: photo.author.name,
        url: photo.author.url,
        source: 'https://unsplash.com/?utm_source=vidday&utm_medium=referral',
      };
      expect([added.kind, added.attribution, added.contributor.name]).to.deep.equal([
        'photo',
        credit,
        `${creator.user.firstName} ${creator.user.lastName}`.trim(),
      ]);
      expect((await add(photo.downloadLocation)).id).to.equal(added.id);
      const copy = await creator.call(duplicateMedia, { params: { id: added.id } });
      expect(copy.attribution).to.deep.equal(credit);
      const { media = [] } = await readEvent(creator, event);
      expect(media.map(({ id }) => id)).to.deep.equal([added.id, copy.id]);
    });

    it('refuses every address that is not a photo of the vendor', async () => {
      const { downloadLocation } = await firstOf('sea');
      const { origin, pathname } = new URL(downloadLocation);
      const others = [
        `http://169.254.169.254${pathname}`,
        `${origin}/photos/drawn-0-0`,
        `${origin}/photos/../admin/download`,
        `${origin.replace('http://', 'http://me:pass@')}${pathname}`,
        `https://api.unsplash.com.example.com${pathname}`,
        'file:///etc/passwd',
        'nonsense',
      ];
      for (const address of others) {
        expect(await statusAndCode(add(address)), address).to.deep.equal([422, 'FIELDS_REFUSED']);
      }
      const gone = `${origin}/photos/nothing/download`;
      expect(await statusAndCode(add(gone))).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('refuses people who do not make the film', async () => {
      const { downloadLocation } = await firstOf('sea');
      const stranger = await newUser(web().origin);
      expect((await statusAndCode(add(downloadLocation, stranger)))[0]).to.be.oneOf([403, 404]);
    });
  });

  describe('the client', () => {
    let sandbox: UnsplashSandbox;
    beforeEach(async () => {
      sandbox = await startUnsplashSandbox('http://localhost:1');
    });
    afterEach(() => sandbox.stop());

    it('counts each chosen photo at the vendor, and fetches pictures from its picture host only', async () => {
      const { connection } = sandbox;
      const location = `${connection.apiOrigin}/photos/drawn-1-2/download?ixid=sandbox`;
      const path = `${await tempFolder()}/photo.jpg`;
      const chosen = await createUnsplash(connection).choose(location);
      expect(await chosen.save(path)).to.be.greaterThan(1000);
      expect([sandbox.counted, (await sharp(path).metadata()).width]).to.deep.equal([['drawn-1-2'], 2400]);
      const elsewhere = createUnsplash({ ...connection, imageOrigin: 'https://images.unsplash.com' });
      const wrongKey = createUnsplash({ ...connection, accessKey: 'wrong' });
      const failed = await Promise.allSettled([elsewhere.choose(location), wrongKey.search('sea', 1)]);
      expect(failed.map((each) => each.status === 'rejected' && each.reason.code)).to.deep.equal([
        'PROVIDER_DOWN',
        'PROVIDER_DOWN',
      ]);
    });
  });
});
