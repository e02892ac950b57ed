import { expect } from 'chai';
import { login, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { getProfile, type ProfileBody, updateProfile } from '../../src/shared/contracts/profiles.ts';
import { startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { photo, sendPicture } from '../helpers/profile-pictures.ts';
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
});
