import { drawLettering } from '../../../platform/draw/lettering.ts';
import { linePath, STICKERS } from '../../../shared/photo-drawing.ts';
import type { PhotoLayer } from '../../../shared/photo-edit.ts';
import type { Size } from '../prepare/geometry.ts';

/** Layers of a photo as an SVG of its size. Text is lettered by us and embedded, so that its fonts are ours. */
export async function layersSvg(layers: readonly PhotoLayer[], size: Size): Promise<string> {
  const drawn: string[] = [];
  for (const layer of layers) drawn.push(await layerSvg(layer, size));
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`;
}

async function layerSvg(layer: PhotoLayer, { width, height }: Size): Promise<string> {
  if (layer.kind === 'drawing') {
    const path = linePath(layer.points.map(([x, y]) => [x * width, y * height]));
    return `<path d="${path}" fill="none" stroke="${layer.colour}" stroke-width="${layer.width * height}" stroke-linecap="round" stroke-linejoin="round"/>`;
  }
  const turn = `translate(${layer.x * width} ${layer.y * height}) rotate(${layer.angle})`;
  if (layer.kind === 'sticker') {
    const scale = (layer.size * height) / 100;
    const shapes = STICKERS[layer.name].shapes.map(({ d, fill }) => `<path d="${d}" fill="${fill}"/>`);
    return `<g transform="${turn} scale(${scale}) translate(-50 -50)">${shapes.join('')}</g>`;
  }
  const { text, colour, face } = layer;
  const lettering = await drawLettering({
    text,
    colour,
    face,
    size: Math.max(4, layer.size * height),
    overlong: 'keep',
  });
  const data = lettering.png.toString('base64');
  const box = `x="${-lettering.width / 2}" y="${-lettering.height / 2}" width="${lettering.width}" height="${lettering.height}"`;
  return `<g transform="${turn}"><image ${box} href="data:image/png;base64,${data}"/></g>`;
}
