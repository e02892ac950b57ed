import { join } from 'node:path';
import esbuild from 'esbuild';
import { filesBelow } from './files.mjs';

const CONTRACTS = 'src/shared/contracts';

/**
 * Replaces contract modules in browser bundles by method and path, which is all that the API client needs: schemas and
 * zod are larger than most islands. Other exports of such modules are missing there, so importing them fails the build.
 *
 * @param {string} root folder of the project
 * @returns {esbuild.Plugin}
 */
export function contractsAsAddresses(root) {
  return {
    name: 'contracts-as-addresses',
    setup(build) {
      let modules = null;
      build.onLoad({ filter: /[\\/]src[\\/]shared[\\/]contracts[\\/][\w-]+\.ts$/ }, async ({ path }) => {
        modules ??= loadContracts(root);
        return { contents: addressesOf((await modules)[path]), loader: 'js' };
      });
    },
  };
}

/** Runs every module of contracts; their exports by file. */
async function loadContracts(root) {
  const files = filesBelow(join(root, CONTRACTS)).filter((file) => file.endsWith('.ts'));
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: files.map((file, index) => `export * as m${index} from ${JSON.stringify(file)};`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const loaded = await import(`data:text/javascript;base64,${code}`);
  return Object.fromEntries(files.map((file, index) => [file, loaded[`m${index}`]]));
}

function addressesOf(exported) {
  return Object.entries(exported)
    .filter(([, value]) => typeof value?.method === 'string' && typeof value.path === 'string')
    .map(([name, { method, path }]) => `export const ${name} = ${JSON.stringify({ method, path })};`)
    .join('\n');
}
