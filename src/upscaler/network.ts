import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

/* ESRGAN Slim of UpscalerJS: small residual dense blocks, about 222 000 multiplications for each pixel. */

const require = createRequire(import.meta.url);
const MODEL = '@upscalerjs/esrgan-slim';
/** Factor of width and height. */
export const FACTOR = 2;

interface ModelFile {
  weightsManifest: { weights: { name: string; shape: number[] }[] }[];
}

/** Enlarges a picture: RGB from 0 to 1, `height * width * 3` values. */
export type Enlarge = (pixels: Float32Array, width: number, height: number) => Float32Array;

/** Loads the network on the CPU, in WebAssembly. */
export async function loadNetwork(): Promise<Enlarge> {
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  const weights = readWeights();
  const conv = (x: tf.Tensor4D, name: string, activation: 'relu' | 'linear' = 'linear') =>
    tf.fused.conv2d({
      x,
      filter: weightOf<tf.Tensor4D>(weights, `${name}/kernel`),
      bias: weightOf<tf.Tensor1D>(weights, `${name}/bias`),
      strides: 1,
      pad: 'same',
      activation,
    });
  const block = (x: tf.Tensor4D, number: number) =>
    tf.add<tf.Tensor4D>(conv(tf.concat([x, conv(x, `F_${number}_1`, 'relu')], 3), `LFF_${number}`), x);
  return (pixels, width, height) => {
    const enlarged = tf.tidy(() => {
      const shallow = conv(tf.tensor4d(pixels, [1, height, width, 3]), 'F_m1');
      const first = block(conv(shallow, 'F_0'), 1);
      const second = block(first, 2);
      const deep = tf.add<tf.Tensor4D>(conv(conv(tf.concat([first, second], 3), 'GFF_1'), 'GFF_2'), shallow);
      const detail = conv(conv(conv(deep, 'UPN1', 'relu'), 'UPN2', 'relu'), 'UPN3');
      return conv(tf.image.resizeNearestNeighbor(detail, [height * FACTOR, width * FACTOR]), 'SR');
    });
    const values = enlarged.dataSync<'float32'>();
    enlarged.dispose();
    return values;
  };
}

function weightOf<T extends tf.Tensor>(weights: ReadonlyMap<string, tf.Tensor>, name: string): T {
  const found = weights.get(name);
  if (!found) throw new Error(`The network has no ${name}`);
  return found as T;
}

function readWeights(): Map<string, tf.Tensor> {
  const entry = require.resolve(MODEL);
  const folder = join(entry.slice(0, entry.lastIndexOf(MODEL)), MODEL, 'models', `x${FACTOR}`);
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as ModelFile;
  const bytes = readFileSync(join(folder, 'group1-shard1of1.bin'));
  const weights = new Map<string, tf.Tensor>();
  let at = 0;
  for (const { name, shape } of weightsManifest.flatMap((group) => group.weights)) {
    const length = shape.reduce((product, side) => product * side, 4);
    // A copy, because numbers must begin at a multiple of four bytes.
    const values = new Float32Array(new Uint8Array(bytes.subarray(at, at + length)).buffer);
    weights.set(name, tf.tensor(values, shape));
    at += length;
  }
  return weights;
}
