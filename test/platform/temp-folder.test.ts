import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { removeAbandonedFolders, withTempFolder } from '../../src/platform/ffmpeg/temp-folder.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const WORK = `
  import { withTempFolder } from './src/platform/ffmpeg/temp-folder.ts';
  void withTempFolder(process.argv[1], async (folder) => {
    console.log(folder);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });`;

describe('work folders', () => {
  it('are removed after their process was killed, and not before', async () => {
    const base = await tempFolder();
    const args = ['--import', 'tsx', '--input-type=module', '-e', WORK, base];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [folder] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    await withTempFolder(base, async (own) => {
      await removeAbandonedFolders(base);
      expect([folder, own].filter((each) => !existsSync(each))).to.deep.equal([]);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await removeAbandonedFolders(base);
      expect(readdirSync(base).map((name) => join(base, name))).to.deep.equal([own]);
    });
    expect(readdirSync(base)).to.deep.equal([]);
  });

  it('of another machine are removed after a day', async () => {
    const base = await tempFolder();
    const folders = ['work-0123abcd-1-fresh', 'work-0123abcd-1-old'].map((name) => join(base, name));
    for (const folder of folders) mkdirSync(folder);
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(folders[1] ?? '', yesterday, yesterday);
    await removeAbandonedFolders(base);
    expect(readdirSync(base)).to.deep.equal(['work-0123abcd-1-fresh']);
  });

  it('cause no error in clean-up when there are none', async () => {
    await removeAbandonedFolders(join(await tempFolder(), 'none'));
  });
});
