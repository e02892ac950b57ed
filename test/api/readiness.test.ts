import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { useWeb } from '../helpers/web-app.ts';

/** Notes each start of itself, and waits for the file `may-end`, which says how to end. */
const FFMPEG = (folder: string) => `#!/bin/sh
echo started >> '${folder}/starts'
until [ -s '${folder}/may-end' ]; do sleep 0.05; done
exit "$(cat '${folder}/may-end')"
`;

describe('GET /readyz while ffmpeg takes long to start', () => {
  const web = useWeb();
  const path = process.env.PATH;
  let folder: string;

  before(async () => {
    folder = await tempFolder();
    await writeFile(join(folder, 'starts'), '');
    await writeFile(join(folder, 'ffmpeg'), FFMPEG(folder));
    await chmod(join(folder, 'ffmpeg'), 0o755);
    process.env.PATH = [folder, path].join(delimiter);
  });

  after(() => {
    process.env.PATH = path;
  });

  const ask = async () => {
    const response = await fetch(`${web().origin}/readyz`);
    return [response.status, (await response.json()).data.checks.ffmpeg];
  };
  const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).split('\n').length - 1;
  const endWith = (code: number) => writeFile(join(folder, 'may-end'), String(code));

  it('starts it again after a failure, once for all who ask at a time, and never after it has passed', async () => {
    await endWith(1);
    expect(await ask()).to.deep.equal([503, 'failed']);
    await writeFile(join(folder, 'may-end'), '');
    const answers = Promise.all([ask(), ask(), ask()]);
    await eventually('another start', async () => (await starts()) >= 2);
    await endWith(0);
    expect(await answers).to.deep.equal(Array(3).fill([200, 'ok']));
    await endWith(1);
    expect(await ask()).to.deep.equal([200, 'ok']);
    expect(await starts()).to.equal(2);
  });
});
