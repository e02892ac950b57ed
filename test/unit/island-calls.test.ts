import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import esbuild from 'esbuild';
import { contractsAsAddresses } from '../../scripts/build/contracts.mjs';
import { updateMedia } from '../../src/shared/contracts/media.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('calls of islands', () => {
  const sources = readdirSync(join(ROOT, 'islands'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({
      path,
      code: readFileSync(join(ROOT, 'islands', path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
    }));

  it('name no path of the API', () => {
    expect(sources.filter(({ code }) => /['"`]\/api\//.test(code)).map(({ path }) => path)).to.deep.equal([]);
  });

  it('go through the API client; only pages, code, error reports, which go without cookies, tus and a clip’s own file use fetch directly', () => {
    expect(sources.filter(({ code }) => /\bfetch\s*\(/.test(code)).map(({ path }) => path)).to.deep.equal([
      'runtime/fetch-first.ts',
      'runtime/fresh-page.ts',
      'runtime/told-errors.ts',
      'studio/edit-strip-drawing.ts',
      'uploader/core/transfer.ts',
    ]);
  });

  const bundle = (code: string) =>
    esbuild.build({
      stdin: { contents: code, resolveDir: ROOT, loader: 'ts' },
      bundle: true,
      format: 'esm',
      write: false,
      minify: true,
      logLevel: 'silent',
      plugins: [contractsAsAddresses(ROOT)],
    });

  it('ship the method and the path of the contracts they use, and nothing else', async () => {
    const { outputFiles } = await bundle(
      `import { updateMedia } from './src/shared/contracts/media.ts'; export default updateMedia;`,
    );
    const code = outputFiles[0]?.text ?? '';
    expect(code).to.include(updateMedia.path).and.not.include('/restore');
    expect(code.length).to.be.below(100);
  });

  it('ship no schema', async () => {
    const built = bundle(`import { media } from './src/shared/contracts/media.ts'; console.log(media);`);
    const error = await built.then(
      () => null,
      (failure: Error) => failure,
    );
    expect(error?.message).to.include('No matching export').and.include('"media"');
  });
});
