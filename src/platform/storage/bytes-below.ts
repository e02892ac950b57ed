import { platform } from '../platform.ts';

/** Bytes of all files whose keys begin with one of these. Walks them: of one event in a request, of everything in a worker. */
export async function bytesBelow(...prefixes: readonly string[]): Promise<number> {
  const sums = await Promise.all(prefixes.map(sumBelow));
  return sums.reduce((all, each) => all + each, 0);
}

async function sumBelow(prefix: string): Promise<number> {
  let sum = 0;
  for await (const { bytes } of platform().store.list(prefix)) sum += bytes;
  return sum;
}
