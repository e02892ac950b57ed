import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { mp4Bytes } from '../helpers/clips.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { killProcess, type OtherProcess, startServerProcess } from '../helpers/test-process.ts';
import { createUpload, offsetOf, patchUpload, silentPhone } from '../helpers/tus.ts';

const MB = 1024 ** 2;

describe('uploads over several web processes', () => {
  let uri: string;
  let varDir: string;
  let one: OtherProcess;
  let two: OtherProcess;

  const startWeb = () => startServerProcess('uploads', { MONGODB_URI: uri, VAR_DIR: varDir });

  before(async function () {
    this.timeout(600_000);
    uri = await newDatabaseUri();
    varDir = await tempFolder();
    [one, two] = await Promise.all([startWeb(), startWeb()]);
  });
  after(async () => {
    for (const { child } of [one, two]) await killProcess(child);
  });

  const fileOf = (path: string) => readFile(join(varDir, 'uploads', path.split('/').pop() ?? ''));
  const begun = (path: string) =>
    eventually('the first byte', async () =>
      (await readdir(join(varDir, 'uploads'))).includes(path.split('/').pop() ?? ''),
    );

  it('resume in one process while a silent phone holds the upload in the other', async () => {
    const bytes = mp4Bytes(2 * MB);
    const path = await createUpload(one.origin, { size: bytes.length });
    const socket = await silentPhone(one.origin + path, 0, bytes.length, bytes.subarray(0, MB));
    await begun(path);
    const offset = await offsetOf(two.origin + path);
    expect(offset).to.be.above(0);
    expect((await patchUpload(two.origin + path, offset, bytes.subarray(offset))).status).to.equal(204);
    expect(bytes.equals(await fileOf(path))).to.equal(true);
    socket.destroy();
  });

  it('stay intact when both receive the same chunk', async () => {
    const bytes = mp4Bytes(4 * MB);
    const path = await createUpload(one.origin, { size: bytes.length });
    const chunk = bytes.subarray(0, 3 * MB);
    await Promise.all([one, two, one, two].map(({ origin }) => patchUpload(origin + path, 0, chunk)));
    let offset = await offsetOf(two.origin + path);
    while (offset < bytes.length) {
      await patchUpload(one.origin + path, offset, bytes.subarray(offset));
      offset = await offsetOf(two.origin + path);
    }
    expect(bytes.equals(await fileOf(path))).to.equal(true);
  });

  it('lose no acknowledged byte when a process is killed during a chunk', async function () {
    this.timeout(600_000);
    const bytes = mp4Bytes(5 * MB);
    const path = await createUpload(one.origin, { size: bytes.length });
    const first = await patchUpload(one.origin + path, 0, bytes.subarray(0, 2 * MB));
    expect(first.headers.get('upload-offset')).to.equal(String(2 * MB));
    const socket = await silentPhone(one.origin + path, 2 * MB, 3 * MB, bytes.subarray(2 * MB, 4 * MB));
    await killProcess(one.child);
    socket.destroy();
    const offset = await offsetOf(two.origin + path);
    expect(offset)
      .to.be.at.least(2 * MB)
      .and.at.most(4 * MB);
    one = await startWeb();
    expect((await patchUpload(one.origin + path, offset, bytes.subarray(offset))).status).to.equal(204);
    expect(bytes.equals(await fileOf(path))).to.equal(true);
  });
});
