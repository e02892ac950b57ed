import { expect } from 'chai';
import sharp from 'sharp';
import { purgeProfile } from '../../src/features/profiles/profiles.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { getProfile, removePicture, type UserProfile, updateProfile } from '../../src/shared/contracts/profiles.ts';
import { PICTURE_MAX } from '../../src/shared/limits.ts';
import { photo, type Sender, sendPicture } from '../helpers/profile-pictures.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('PUT /api/v2/user-profiles/:id/picture', () => {
  const web = useWeb();
  let ada: SignedInUser;
  const params = () => ({ id: ada.user.id });

  beforeEach(async () => {
    ada = await newUser(web().origin);
  });

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

  it('goes with its profile', async () => {
    await ada.call(updateProfile, { params: params(), body: { country: 'DE' } });
    await sendPicture(ada, await photo());
    await purgeProfile({ userId: ada.user.id, confirmedEmail: null });
    expect(await filesOf(ada)).to.deep.equal([]);
    expect((await ada.call(getProfile, { params: params() })).country).to.equal(null);
  });
});

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
