import { randomBytes } from 'node:crypto';
import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { UploadModel } from '../../src/features/media/uploads/upload.model.ts';
import { AppError } from '../../src/platform/errors.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { createUpload, patchUpload } from '../helpers/tus.ts';
import { OPEN_EVENT, OTHER_EVENT, startUploadServer, type UploadServer } from '../helpers/upload-server.ts';

const newId = () => randomBytes(12).toString('hex');
const claimFor = (mediaId: string, event = OPEN_EVENT) => ({ mediaId, eventId: 'e'.repeat(24), event });

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const failed = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  );

describe('claimUpload', () => {
  let server: UploadServer;
  before(async () => {
    server = await startUploadServer({ uri: await newDatabaseUri(), varDir: await tempFolder() });
  });
  after(() => server.close());

  async function uploaded(bytes: Uint8Array, about: Partial<Parameters<typeof createUpload>[1]> = {}): Promise<string> {
    const path = await createUpload(server.origin, { size: bytes.length, ...about });
    const answer = await patchUpload(server.origin + path, 0, bytes);
    expect(answer.status).to.equal(204);
    return path.split('/').pop() ?? '';
  }
  const waiting = () => readdir(join(server.varDir, 'uploads'));

  it('moves the bytes from the upload folder into the store', async () => {
    const bytes = mp4Clip(5000);
    const id = await uploaded(bytes);
    const mediaId = newId();
    const claimed = await server.uploads.service.claimUpload(id, claimFor(mediaId));
    expect(claimed).to.include({ id, mediaId, bytes: 5000, kind: 'video', filename: 'clip.mp4' });
    expect(claimed.key).to.equal(`originals/${'e'.repeat(24)}/${mediaId}`);
    expect(claimed.sha256).to.match(/^[0-9a-f]{64}$/);
    expect(bytes.equals(await readFile(join(server.varDir, 'files', claimed.key)))).to.equal(true);
    expect(await waiting()).not.to.include(id);
    expect(await server.uploads.service.uploadState(id)).to.include({ status: 'used', mediaId });
  });

  it('makes one clip per upload for concurrent claims', async () => {
    const id = await uploaded(mp4Clip(3000));
    const ids = Array.from({ length: 8 }, newId);
    const codes = await Promise.all(
      ids.map((mediaId) => codeOf(server.uploads.service.claimUpload(id, claimFor(mediaId)))),
    );
    expect(codes.filter((code) => code === 'done')).to.have.length(1);
    expect(codes.filter((code) => code === 'UPLOAD_USED')).to.have.length(7);
  });

  it('answers a repeated claim the same, so that a crash in between loses nothing', async () => {
    const id = await uploaded(mp4Clip(3000));
    const claim = claimFor(newId());
    const first = await server.uploads.service.claimUpload(id, claim);
    expect(await server.uploads.service.claimUpload(id, claim)).to.deep.equal(first);
  });

  it('moves the bytes later when the process crashed before', async () => {
    const id = await uploaded(mp4Clip(3000));
    const claim = claimFor(newId());
    await UploadModel.updateOne({ _id: id }, { status: 'used', mediaId: claim.mediaId });
    const { key } = await server.uploads.service.claimUpload(id, claim);
    await access(join(server.varDir, 'files', key));
  });

  it('accepts the same bytes once per event, in other events, and again after a withdrawal', async () => {
    const bytes = mp4Clip(4000);
    const mediaId = newId();
    await server.uploads.service.claimUpload(await uploaded(bytes), claimFor(mediaId));
    const again = await uploaded(bytes, { filename: 'copy.mp4' });
    expect(await codeOf(server.uploads.service.claimUpload(again, claimFor(newId())))).to.equal('DUPLICATE');
    const elsewhere = await uploaded(bytes, { event: OTHER_EVENT });
    expect(await codeOf(server.uploads.service.claimUpload(elsewhere, claimFor(newId(), OTHER_EVENT)))).to.equal(
      'done',
    );
    await server.uploads.service.releaseContent(mediaId);
    expect(await codeOf(server.uploads.service.claimUpload(again, claimFor(newId())))).to.equal('done');
  });

  it('refuses an upload that is unfinished, unknown or of another event', async () => {
    const path = await createUpload(server.origin, { size: 10 });
    const id = path.split('/').pop() ?? '';
    expect(await codeOf(server.uploads.service.claimUpload(id, claimFor(newId())))).to.equal('UPLOAD_INCOMPLETE');
    const other = await uploaded(mp4Clip(100), { event: OTHER_EVENT });
    expect(await codeOf(server.uploads.service.claimUpload(other, claimFor(newId())))).to.equal('NOT_FOUND');
    expect(await codeOf(server.uploads.service.claimUpload('0'.repeat(32), claimFor(newId())))).to.equal('NOT_FOUND');
  });

  it('refuses HTML named as video, and deletes it', async () => {
    const id = await uploaded(Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(20)));
    expect(await codeOf(server.uploads.service.claimUpload(id, claimFor(newId())))).to.equal('WRONG_TYPE');
    expect(await waiting()).not.to.include(id);
  });

  it('stores a photo sent as video as a photo', async () => {
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      Buffer.alloc(400),
    ]);
    Buffer.from('0000000049444154', 'hex').copy(png, 33);
    const id = await uploaded(png, { filename: 'holiday.mp4' });
    expect((await server.uploads.service.claimUpload(id, claimFor(newId()))).kind).to.equal('photo');
  });

  it('forgets uploads of which nothing came, with their file, a day after they expired', async () => {
    const [lost, kept, recent] = await Promise.all([800, 900, 1000].map((bytes) => uploaded(mp4Clip(bytes))));
    const [lostFor, keptFor, recentFor] = [newId(), newId(), newId()];
    const folder = join(server.varDir, 'files', 'originals');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    expect(await failed(server.uploads.service.claimUpload(lost ?? '', claimFor(lostFor)))).to.equal(true);
    expect(await failed(server.uploads.service.claimUpload(recent ?? '', claimFor(recentFor)))).to.equal(true);
    await rm(folder);
    await rename(`${folder}-away`, folder);
    await server.uploads.service.claimUpload(kept ?? '', claimFor(keptFor));
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await UploadModel.updateMany({ _id: { $in: [lost ?? '', kept ?? ''] } }, { expiresAt: longAgo });

    for (let run = 0; run < 2; run++) {
      await server.uploads.service.dropLost(async (mediaId) => mediaId === keptFor, Date.now());
    }
    expect(await waiting())
      .to.include(recent)
      .and.not.to.include(lost);
    expect(await codeOf(server.uploads.service.uploadState(lost ?? ''))).to.equal('NOT_FOUND');
    expect(await server.uploads.service.uploadState(kept ?? '')).to.include({ status: 'used', mediaId: keptFor });
  });

  it('deletes unfinished and unclaimed uploads in time, and never claimed ones', async () => {
    const started = (await createUpload(server.origin, { size: 10 })).split('/').pop() ?? '';
    await patchUpload(`${server.origin}/api/uploads/${started}`, 0, Buffer.from('abc'));
    const finished = await uploaded(mp4Clip(500));
    const claimed = await uploaded(mp4Clip(600));
    const { key } = await server.uploads.service.claimUpload(claimed, claimFor(newId()));
    const fresh = await uploaded(mp4Clip(700));
    const past = new Date(Date.now() - 1000);
    await UploadModel.updateMany({ _id: { $in: [started, finished, claimed] } }, { expiresAt: past });
    expect(await server.uploads.service.releaseExpired()).to.be.at.least(2);
    expect(await waiting())
      .to.include(fresh)
      .and.not.to.include(started)
      .and.not.to.include(finished);
    await access(join(server.varDir, 'files', key));
    const status = async (id: string) => (await server.uploads.service.uploadState(id)).status;
    expect([await status(started), await status(finished), await status(claimed)]).to.deep.equal([
      'expired',
      'expired',
      'used',
    ]);
    const late = await patchUpload(`${server.origin}/api/uploads/${started}`, 3, Buffer.from('d'));
    expect(late.status).to.equal(410);
  });
});
