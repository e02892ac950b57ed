import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { UploadModel } from '../../src/features/media/uploads/upload.model.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { createUpload, metadataOf, offsetOf, patchUpload, postUpload, rawRequest } from '../helpers/tus.ts';
import { fixedRoom, OPEN_EVENT, OTHER_EVENT, startUploadServer, type UploadServer } from '../helpers/upload-server.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;
const idOf = (path: string) => path.split('/').pop() ?? '';

describe('space for uploads', () => {
  const left = { bytes: 0 };
  let server: UploadServer;

  beforeEach(async () => {
    left.bytes = 100 * GB;
    server = await startUploadServer({ uri: await newDatabaseUri(), varDir: await tempFolder() }, fixedRoom(left));
  });
  afterEach(() => server.close());

  const postFrom = async (address: string, size: number, event = OPEN_EVENT) => {
    const { status, headers } = await rawRequest(`${server.origin}/api/uploads`, {
      method: 'POST',
      localAddress: address,
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(size),
        'Upload-Metadata': metadataOf({ filename: 'a.mp4', filetype: 'video/mp4', event }),
      },
    });
    return { status, retryAfter: Number(headers['retry-after']) };
  };
  const lapse = (path: string) => UploadModel.updateOne({ _id: idOf(path) }, { reservedUntil: new Date(0) });

  it('refuses with 503 and Retry-After what does not fit beside announced bytes', async () => {
    left.bytes = 5 * GB;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await postUpload(server.origin, { size: 2 * GB })).status);
    expect(statuses).to.deep.equal([201, 201, 503, 503]);
    const refused = await postUpload(server.origin, { size: 2 * GB });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 600);
    expect((await refused.json()).error).to.include({ code: 'PROVIDER_DOWN' });
    expect((await postUpload(server.origin, { size: 0.5 * GB })).status).to.equal(201);
  });

  it('accepts no more than fits, also concurrently', async () => {
    left.bytes = 5 * GB;
    const answers = await Promise.all(Array.from({ length: 20 }, () => postUpload(server.origin, { size: 2 * GB })));
    expect(answers.filter(({ status }) => status === 201).length).to.be.at.most(2);
    expect(await UploadModel.countDocuments()).to.be.at.most(2);
  });

  it('frees the reservation of a finished upload', async () => {
    left.bytes = 3 * MB;
    const path = await createUpload(server.origin, { size: 2 * MB });
    expect((await postUpload(server.origin, { size: 2 * MB })).status).to.equal(503);
    await patchUpload(server.origin + path, 0, Buffer.alloc(2 * MB));
    expect((await postUpload(server.origin, { size: 2 * MB })).status).to.equal(201);
  });

  it('refuses an address after 10 GB a day with 429, and accepts another address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await postFrom('127.0.0.1', 2 * GB)).status);
    expect(statuses).to.deep.equal([201, 201, 201, 201, 201, 429]);
    expect((await postFrom('127.0.0.1', GB)).retryAfter).to.be.above(0);
    expect((await postFrom('127.0.0.2', 2 * GB)).status).to.equal(201);
    await UploadModel.updateMany({}, { createdAt: new Date(Date.now() - 25 * 3_600_000) });
    expect((await postFrom('127.0.0.1', 2 * GB)).status).to.equal(201);
  });

  it('refuses an event after 20 GB of unfinished and unclaimed uploads with 429', async () => {
    for (let n = 0; n < 10; n++) expect((await postFrom(`127.0.1.${n + 1}`, 2 * GB)).status).to.equal(201);
    expect((await postFrom('127.0.1.20', 2 * GB)).status).to.equal(429);
    expect((await postFrom('127.0.1.20', 2 * GB, OTHER_EVENT)).status).to.equal(201);
  });

  it('stops a chunk with 503 on a nearly full disk, keeps what arrived, and continues once there is room', async () => {
    const url = server.origin + (await createUpload(server.origin, { size: 4 * MB }));
    await patchUpload(url, 0, Buffer.alloc(MB));
    left.bytes = 0;
    const stopped = await patchUpload(url, MB, Buffer.alloc(MB));
    expect(stopped.status).to.equal(503);
    expect(Number(stopped.headers.get('retry-after'))).to.be.within(1, 600);
    expect(await offsetOf(url)).to.equal(MB);
    left.bytes = GB;
    expect((await patchUpload(url, MB, Buffer.alloc(3 * MB))).status).to.equal(204);
  });

  it('stops in the middle of a chunk that fills the disk', async () => {
    const url = server.origin + (await createUpload(server.origin, { size: 40 * MB }));
    const look = server.room.forUploads;
    let looks = 0;
    server.room.forUploads = async () => (++looks > 1 ? 0 : look());
    const answer = await rawRequest(url, {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(40 * MB),
        'Upload-Offset': '0',
      },
      body: Buffer.alloc(40 * MB),
    });
    expect(answer.status).to.equal(503);
    expect(await offsetOf(url)).to.be.within(16 * MB, 17 * MB);
  });

  it('gives a silent upload’s reservation to others, and reserves again on resume', async () => {
    left.bytes = 3 * GB;
    const silent = await createUpload(server.origin, { size: 2 * GB });
    await patchUpload(server.origin + silent, 0, Buffer.alloc(MB));
    await lapse(silent);
    const other = await createUpload(server.origin, { size: 2 * GB });
    expect((await patchUpload(server.origin + silent, MB, Buffer.alloc(MB))).status).to.equal(503);
    await lapse(other);
    expect((await patchUpload(server.origin + silent, MB, Buffer.alloc(MB))).status).to.equal(204);
    expect((await postUpload(server.origin, { size: 2 * GB })).status).to.equal(503);
  });

  it('deletes silent uploads before it refuses a new one', async () => {
    const silent = await createUpload(server.origin, { size: 2 * MB });
    await patchUpload(server.origin + silent, 0, Buffer.alloc(MB));
    await lapse(silent);
    const file = join(server.varDir, 'uploads', idOf(silent));
    expect((await postUpload(server.origin, { size: GB })).status).to.equal(201);
    expect(existsSync(file)).to.equal(true);
    left.bytes = GB;
    expect((await postUpload(server.origin, { size: GB })).status).to.equal(503);
    expect(existsSync(file)).to.equal(false);
    expect((await patchUpload(server.origin + silent, MB, Buffer.alloc(MB))).status).to.equal(410);
  });

  it('deletes a finished upload that is not claimed within a day', async () => {
    const path = await createUpload(server.origin, { size: 4 });
    await patchUpload(server.origin + path, 0, Buffer.from('abcd'));
    const record = await UploadModel.findById(idOf(path)).lean();
    expect(Number(record?.expiresAt) - Date.now()).to.be.within(23 * 3_600_000, 24 * 3_600_000);
    await UploadModel.updateOne({ _id: idOf(path) }, { expiresAt: new Date(0) });
    expect(await server.uploads.service.releaseExpired()).to.equal(1);
    expect(existsSync(join(server.varDir, 'uploads', idOf(path)))).to.equal(false);
  });
});
