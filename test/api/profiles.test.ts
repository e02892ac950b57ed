import { expect } from 'chai';
import sharp from 'sharp';
import { purgeProfile } from '../../src/features/profiles/profiles.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { login, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import {
  getProfile,
  type ProfileBody,
  removePicture,
  type UserProfile,
  updateProfile,
} from '../../src/shared/contracts/profiles.ts';
import { PICTURE_MAX } from '../../src/shared/limits.ts';
import { startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('user profiles', () => {
  const web = useWeb();
  let ada: SignedInUser;
  const params = () => ({ id: ada.user.id });
  const change = (body: ProfileBody) => ada.call(updateProfile, { params: params(), body });
  const fieldsOf = async (body: ProfileBody) => (await refusalOf(change(body))).fields ?? {};

  beforeEach(async () => {
    ada = await newUser(web().origin);
  });

  describe('GET /api/v2/user-profiles/:id', () => {
    it('answers only the name at first', async () => {
      expect(await ada.call(getProfile, { params: params() })).to.deep.equal({
        id: ada.user.id,
        firstName: 'Ada',
        lastName: '',
        phone: null,
        phoneInWords: null,
        country: null,
        timeZone: null,
        language: null,
        picture: null,
        notifications: {
          filmReady: true,
          clipArrived: true,
          thankYou: true,
          reminders: true,
          stuck: true,
          answers: false,
          opened: true,
          guestbook: false,
          news: true,
          letters: true,
          ownClip: true,
          invitations: true,
          gifts: true,
        },
        mailPace: 'soon',
      });
    });

    it('starts with the browser’s time zone at registration, if it is valid', async () => {
      const zoneOf = async (timeZone: string | undefined) => {
        const visitor = newVisitor(web().origin);
        const body = {
          email: newEmail(),
          password: 'three boats on a lake',
          ...(timeZone !== undefined && { timeZone }),
        };
        const { id } = await visitor.call(register, { body });
        return (await visitor.call(getProfile, { params: { id } })).timeZone;
      };
      expect(await zoneOf('Europe/Berlin')).to.equal('Europe/Berlin');
      expect(await zoneOf('america/new_york')).to.equal('America/New_York');
      for (const none of [undefined, '', 'Atlantis/Capital', '+02:00', '{"$gt":""}']) {
        expect(await zoneOf(none), none).to.equal(null);
      }
    });

    it('takes the time zone of an event, made or taken over, while it has none', async () => {
      const zoneOf = async (who: SignedInUser) =>
        (await who.call(getProfile, { params: { id: who.user.id } })).timeZone;
      const browser = newVisitor(web().origin);
      await startEvent(browser, { timeZone: 'Asia/Tokyo' });
      await browser.call(login, { body: { email: ada.user.email, password: ada.password } });
      expect(await zoneOf(ada)).to.equal('Asia/Tokyo');
      const ben = await newUser(web().origin);
      await startEvent(ben);
      expect(await zoneOf(ben)).to.equal(null);
      for (const timeZone of ['Etc/GMT+5', 'Europe/Paris']) await startEvent(ben, { timeZone });
      expect(await zoneOf(ben)).to.equal('Etc/GMT+5');
      const { html } = await see(ben, '/settings/profile');
      expect(html).to.match(/<option value="Etc\/GMT\+5" selected/);
    });

    it('answers the user and admins, who can only read', async () => {
      const [stranger, editor, admin] = await Promise.all([
        newUser(web().origin),
        newUser(web().origin, { role: 'editor' }),
        newUser(web().origin, { role: 'admin' }),
      ]);
      for (const other of [stranger, editor]) {
        expect(await statusAndCode(other.call(getProfile, { params: params() }))).to.deep.equal([403, 'NOT_ALLOWED']);
      }
      expect((await admin.call(getProfile, { params: params() })).id).to.equal(ada.user.id);
      const body = { firstName: 'Eve' };
      for (const other of [stranger, editor, admin]) {
        const refused = statusAndCode(other.call(updateProfile, { params: params(), body }));
        expect(await refused).to.deep.equal([403, 'NOT_ALLOWED']);
        expect((await sendPicture({ ...other, user: ada.user }, await photo())).status).to.equal(403);
      }
      const nobody = { id: '000000000000000000000000' };
      expect(await statusAndCode(admin.call(getProfile, { params: nobody }))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('PUT /api/v2/user-profiles/:id', () => {
    it('changes the given fields and keeps the others', async () => {
      await change({ lastName: 'Lovelace', country: 'GB', timeZone: 'europe/london', language: 'en-GB' });
      const profile = await change({ firstName: 'Augusta', notifications: { clipArrived: false } });
      expect(profile).to.include({
        firstName: 'Augusta',
        lastName: 'Lovelace',
        country: 'GB',
        timeZone: 'Europe/London',
        language: 'en-GB',
      });
      expect(profile.notifications).to.deep.equal({
        filmReady: true,
        clipArrived: false,
        thankYou: true,
        reminders: true,
        stuck: true,
        answers: false,
        opened: true,
        guestbook: false,
        news: true,
        letters: true,
        ownClip: true,
        invitations: true,
        gifts: true,
      });
      expect((await ada.call(whoAmI))?.firstName).to.equal('Augusta');
    });

    it('parses a national phone number', async () => {
      const profile = await change({ country: 'DE', phone: '0170 / 123 45 67' });
      expect([profile.phone, profile.phoneInWords]).to.deep.equal(['+491701234567', '+49 170 1234567']);
      expect((await change({ phone: '(030) 901820' })).phone).to.equal('+4930901820');
      expect((await change({ phone: '+44 20 7946 0958' })).phone).to.equal('+442079460958');
      expect((await change({ phone: '' })).phone).to.equal(null);
    });

    it('explains an invalid phone number at its field', async () => {
      expect((await fieldsOf({ phone: '0170 1234567' })).phone).to.match(/country code/);
      await change({ country: 'DE' });
      for (const phone of ['12', '0170 123', 'call me', '+49 170 1234567 ext. 5', '+999 123456']) {
        expect([phone, (await fieldsOf({ phone })).phone]).to.satisfy(([, words]: string[]) =>
          /Check it/.test(words ?? ''),
        );
      }
      expect((await ada.call(getProfile, { params: params() })).phone).to.equal(null);
    });

    it('refuses unknown countries, zones and languages', async () => {
      expect(await fieldsOf({ country: 'XX', timeZone: 'Mars/Olympus' })).to.have.all.keys('country', 'timeZone');
      expect(await fieldsOf({ timeZone: '+01:00' })).to.have.all.keys('timeZone');
      expect(await fieldsOf({ language: 'de' as 'en' })).to.have.all.keys('language');
      expect(await fieldsOf({ firstName: 'A\nB' })).to.have.all.keys('firstName');
    });

    it('clears fields by null and by empty form fields', async () => {
      await change({ country: 'DE', timeZone: 'Europe/Berlin', language: 'en-IN' });
      expect(await change({ country: null, timeZone: '', language: '' as 'en' })).to.include({
        country: null,
        timeZone: null,
        language: null,
      });
    });

    it('keeps both changes of concurrent requests', async () => {
      await Promise.all([change({ country: 'FR' }), change({ notifications: { reminders: false } })]);
      const profile = await ada.call(getProfile, { params: params() });
      expect([profile.country, profile.notifications.reminders]).to.deep.equal(['FR', false]);
    });
  });

  describe('PUT /api/v2/user-profiles/:id/picture', () => {
    it('redraws the picture square and upright, in two sizes and formats, without metadata', async () => {
      const response = await sendPicture(ada, await photo({ withPlace: true }));
      const { data } = (await response.json()) as { data: UserProfile };
      const sources = data.picture?.sources ?? [];
      expect(sources.map(({ width, type }) => `${width} ${type}`)).to.have.members([
        '256 image/avif',
        '256 image/webp',
        '512 image/avif',
        '512 image/webp',
      ]);
      for (const { width, type, url } of sources) {
        const file = await fetch(new URL(url, web().origin));
        expect(file.headers.get('content-type')).to.equal(type);
        expect(file.headers.get('x-content-type-options')).to.equal('nosniff');
        const facts = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
        expect([facts.width, facts.height]).to.deep.equal([width, width]);
        expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).to.deep.equal([
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
      }
    });

    it('accepts a form, and redirects to the page without script', async () => {
      const form = new FormData();
      form.set('picture', new File([new Uint8Array(await photo())], 'me.jpg', { type: 'image/jpeg' }));
      const put = await ada.fetch(`/api/v2/user-profiles/${ada.user.id}/picture`, { method: 'PUT', body: form });
      expect(put.status).to.equal(200);
      const posted = await ada.fetch('/settings/profile/picture', { method: 'POST', body: form });
      expect([posted.status, posted.headers.get('location')]).to.deep.equal([303, '/settings/profile?saved=picture']);
      const wrong = new FormData();
      wrong.set('picture', new File(['<svg/>'], 'me.jpg', { type: 'image/jpeg' }));
      const refused = await ada.fetch('/settings/profile/picture', { method: 'POST', body: wrong });
      expect(refused.headers.get('location')).to.equal('/settings/profile?problem=picture-wrong-type');
      const took = new FormData();
      took.set('remove', '1');
      const removed = await ada.fetch('/settings/profile/picture', { method: 'POST', body: took });
      expect(removed.headers.get('location')).to.equal('/settings/profile?saved=picture-removed');
      for (const response of [posted, refused, removed]) {
        const page = await (await ada.fetch(response.headers.get('location') ?? '')).text();
        expect(page).to.match(/Picture saved\.|Please choose a photo|Picture removed\./);
      }
    });

    it('replaces the picture, and answers 404 for the old one', async () => {
      await sendPicture(ada, await photo());
      const first = await ada.call(getProfile, { params: params() });
      await sendPicture(ada, await photo());
      const second = await ada.call(getProfile, { params: params() });
      expect(second.picture).not.to.deep.equal(first.picture);
      expect(await filesOf(ada)).to.have.length(4);
      expect((await ada.call(removePicture, { params: params() })).picture).to.equal(null);
      expect(await filesOf(ada)).to.deep.equal([]);
      const url = second.picture?.sources[0]?.url ?? '';
      expect((await fetch(new URL(url, web().origin))).status).to.equal(404);
    });

    it('refuses a file that is no picture, broken, too large or a bomb', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
      const whole = await photo();
      const cases: [Buffer, string][] = [
        [svg, 'WRONG_TYPE'],
        [Buffer.from('<!doctype html><script>alert(1)</script>'), 'WRONG_TYPE'],
        [Buffer.alloc(0), 'WRONG_TYPE'],
        [whole.subarray(0, whole.length / 2), 'UNREADABLE_MEDIA'],
        [bombOfPixels(), 'UNREADABLE_MEDIA'],
        [Buffer.concat([whole, Buffer.alloc(PICTURE_MAX)]), 'TOO_LARGE'],
      ];
      for (const [bytes, code] of cases) {
        const response = await sendPicture(ada, bytes);
        const { error } = (await response.json()) as { error: { code: string; message: string } };
        expect(error.code).to.equal(code);
      }
      expect(await filesOf(ada)).to.deep.equal([]);
    });

    it('refuses visitors and other sites before reading the body', async () => {
      const bytes = await photo();
      expect((await sendPicture({ ...newVisitor(web().origin), user: ada.user }, bytes)).status).to.equal(401);
      const foreign = await ada.fetch(`/api/v2/user-profiles/${ada.user.id}/picture`, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg', origin: 'https://evil.example' },
        body: new Uint8Array(bytes),
      });
      expect(foreign.status).to.equal(403);
    });
  });

  it('is deleted with its files', async () => {
    await change({ country: 'DE' });
    await sendPicture(ada, await photo());
    await purgeProfile({ userId: ada.user.id, confirmedEmail: null });
    expect(await filesOf(ada)).to.deep.equal([]);
    expect((await ada.call(getProfile, { params: params() })).country).to.equal(null);
  });
});

type Sender = Pick<SignedInUser, 'fetch' | 'user'>;

function sendPicture({ fetch: send, user }: Sender, bytes: Buffer): Promise<Response> {
  return send(`/api/v2/user-profiles/${user.id}/picture`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  });
}

/** A small photo that lies on its side, with the place where it was taken if wanted. */
async function photo({ withPlace = false } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background: '#c98', noise } });
  const exif = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } };
  return (withPlace ? drawn.withExif(exif).withMetadata({ orientation: 6 }) : drawn).jpeg().toBuffer();
}

/** A PNG that says it has 30000 by 30000 pixels. */
function bombOfPixels(): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000075300000753008020000', 'hex');
  return Buffer.concat([header, Buffer.alloc(64)]);
}

async function filesOf({ user }: Sender): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of platform().store.list(`pictures/${user.id}/`)) keys.push(key);
  return keys;
}
