import { loadUnsplashSandbox, unsplashSandbox } from '../../integrations/sandboxes.ts';
import { createUnsplash, UNSPLASH, type Unsplash } from '../../integrations/unsplash.ts';
import type { Config } from '../../platform/config.ts';
import { type ProvidedPart, part } from '../../platform/part.ts';

export const unsplash = part<Unsplash>('photo search', ['web']);

/** Connects to Unsplash, or without a key to its sandbox. */
export async function startUnsplash(config: Config): Promise<ProvidedPart[]> {
  const { unsplashKey } = config;
  if (unsplashKey) {
    return [unsplash.is(createUnsplash({ accessKey: unsplashKey, ...UNSPLASH })), unsplashSandbox.is(null)];
  }
  const loaded = await loadUnsplashSandbox(config);
  if (!loaded) throw new Error('Unsplash has neither a key nor its sandbox');
  const sandbox = await loaded.startUnsplashSandbox(config.appOrigin);
  return [unsplash.is(createUnsplash(sandbox.connection)), unsplashSandbox.is(sandbox, () => sandbox.stop())];
}
