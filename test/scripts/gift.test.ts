import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkFilm } from '../../scripts/check-film.mjs';
import { fileNameFor, nameOf } from '../../scripts/gift/names.mjs';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import { runCommand } from '../helpers/command.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const lavfi = (...args: string[]) => runTool('ffmpeg', ['-y', ...args], { timeLimit: 60_000 });
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=30:d=1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=f=300:d=1'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

describe('npm run gift', function () {
  this.timeout(600_000);

  let folder: string;
  const at = (name: string) => join(folder, name);

  before(async () => {
    folder = await tempFolder();
    await lavfi(...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', at('aunt-lena_1.mp4'));
    await lavfi(...PICTURE, ...H264, at('Jonas.mov'));
    // Upright, so that it stands still: motion takes seconds to encode.
    await lavfi('-f', 'lavfi', '-i', 'testsrc=s=90x160', '-frames:v', '1', at('IMG_2041.jpg'));
    await writeFile(at('broken.mp4'), 'This is no video at all, whatever its name says. '.repeat(40));
  });

  it('makes a film of files without the site’s vendors, and leaves nothing else behind', async () => {
    const varDir = await tempFolder();
    const out = at('film.mp4');
    const files = ['aunt-lena_1.mp4', 'Jonas.mov', 'IMG_2041.jpg'].map(at);
    const args = ['--to', 'Ruth', '--occasion', 'birthday', '--from', 'Lena', '--out', out, ...files];
    const site = { STRIPE_SECRET_KEY: 'sk_live_none', STRIPE_WEBHOOK_SECRET: 'whsec_none', LOB_API_KEY: 'live_none' };
    const gift = runCommand('gift.mjs', args, varDir, site);
    expect(await gift.ended, gift.said()).to.equal(0);

    expect(gift.said()).to.include(`The film:   ${out}`);
    expect(gift.said()).to.match(/Recipient: {2}http:\/\/localhost:\d+\/e\/\w+/);
    expect(gift.said()).to.include('as Aunt Lena’s').and.to.include('as Friend 3’s');
    const failed = (await checkFilm(out)).filter(({ ok }) => !ok);
    expect(failed).to.deep.equal([]);
    expect(await readdir(varDir)).to.deep.equal([]);
  });

  it('fails on a bad file with its name and the server’s reason', async () => {
    const varDir = await tempFolder();
    const args = ['--to', 'Ruth', '--occasion', 'getwell', at('broken.mp4')];
    const gift = runCommand('gift.mjs', args, varDir);
    expect(await gift.ended).to.equal(1);
    expect(gift.said()).to.match(/^refused {2}broken\.mp4: This is a text file\. We take videos/m);
    expect(gift.said()).to.include('One file was refused');
    expect(await readdir(varDir)).to.deep.equal([]);
  });

  it('reports a missing file in one line', async () => {
    const gift = runCommand('gift.mjs', ['--to', 'Ruth', '--occasion', 'birthday', at('nowhere.mp4')], folder);
    expect(await gift.ended).to.equal(1);
    expect(gift.said().split('\n')[0]).to.equal(`${at('nowhere.mp4')} does not exist.`);
  });

  it('takes the contributor’s name from the file name', () => {
    const names = ['aunt-lena_2.MOV', 'Jürgen & Ana.mp4', 'IMG_2041.HEIC', 'VID-20240102-WA0003.mp4', 'o’neil.jpg'];
    expect(names.map((name, index) => nameOf(`/some/where/${name}`, index + 1, 80))).to.deep.equal([
      'Aunt Lena',
      'Jürgen Ana',
      'Friend 3',
      'Friend 4',
      'O’neil',
    ]);
    expect(fileNameFor(['Ruth', '../Karl'])).to.equal('for-ruth-and-karl');
  });
});
