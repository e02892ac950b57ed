// Enlarges raw pictures (RGB, 8 bit) of equal size. Usage: main.ts FILE WIDTH HEIGHT TARGET
// A process of its own, so that its memory and time can be limited.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadNetwork } from './network.ts';
import { enlargeTiles } from './tiles.ts';

const [path = '', wide = '', high = '', target = ''] = process.argv.slice(2);
const [width, height] = [Number(wide), Number(high)];
const enlarge = await loadNetwork();
const source = await open(path);
const result = createWriteStream(target);
const bytes = width * height * 3;
const frames = Math.floor((await source.stat()).size / bytes);
const data = new Uint8Array(bytes);
for (let frame = 0; frame < frames; frame++) {
  await source.read(data, 0, bytes, frame * bytes);
  if (!result.write(enlargeTiles({ data, width, height }, enlarge))) await once(result, 'drain');
}
result.end();
await once(result, 'finish');
