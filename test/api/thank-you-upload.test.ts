import { expect } from 'chai';
import { createMedia } from '../../src/shared/contracts/media.ts';
import { giveText, readEvent, startEvent, uploadFile } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { createUpload, postUpload } from '../helpers/tus.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('POST /api/uploads with a private key', () => {
  const web = useWeb();

  it('accepts the recipient’s thank-you, makes a clip of it, and answers the uuid instead of the key', async () => {
    const creator = await newUser(web().origin);
    const event = await readEvent(creator, await startEvent(creator));
    const { privateKey = '', viewKey = '' } = event;
    await giveText(newVisitor(web().origin), event, 'Happy birthday');
    const path = await createUpload(web().origin, { size: 4, event: privateKey ?? '' });
    const head = await fetch(web().origin + path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } });
    const named = /event ([^,]*)/.exec(head.headers.get('upload-metadata') ?? '')?.[1] ?? '';
    expect(Buffer.from(named, 'base64').toString()).to.equal(event.uuid);

    const uploadId = await uploadFile(web().origin, { uuid: privateKey ?? '' }, await sample('jpg'), {
      filename: 'IMG_0001',
      filetype: 'application/octet-stream',
    });
    const { media } = await newVisitor(web().origin).call(createMedia, {
      body: { event: privateKey ?? '', uploadId, contributor: { name: 'Ruth' }, isThankYou: true },
    });
    expect(media).to.include({ kind: 'photo', isThankYou: true });
    expect((await postUpload(web().origin, { size: 4, event: viewKey ?? '' })).status).to.equal(422);
  });
});
