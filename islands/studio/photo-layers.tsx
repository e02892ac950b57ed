import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { photoColours } from '../../src/shared/photo-colours.ts';
import { FACE_NAMES, linePath, STICKERS } from '../../src/shared/photo-drawing.ts';
import type { PhotoEdit, PhotoLayer } from '../../src/shared/photo-edit.ts';

interface Size {
  width: number;
  height: number;
}

interface LayerHandlers {
  isChosen: boolean;
  label: string;
  onPointerDown: (event: PointerEvent<SVGGElement>) => void;
  onPointerMove: (event: PointerEvent<SVGGElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A photo with the colours of its edit. */
export function ColouredPhoto({ url, edit, onFail }: { url: string; edit: PhotoEdit; onFail: () => void }) {
  const colours = photoColours(edit);
  return (
    <>
      {colours && (
        <svg width="0" height="0" aria-hidden="true">
          <filter id="photo-colours" colorInterpolationFilters="sRGB">
            <feColorMatrix
              values={`${colours.map(([r, g, b, added]) => `${r} ${g} ${b} 0 ${added}`).join(' ')} 0 0 0 1 0`}
            />
          </filter>
        </svg>
      )}
      <img src={url} alt="" onError={onFail} style={colours ? { filter: 'url(#photo-colours)' } : undefined} />
    </>
  );
}

/** Renders again when the faces of photos have arrived: text is measured, so it moves into place then. */
export function usePhotoFaces(): void {
  const [, setFonts] = useState(false);
  useEffect(() => {
    const faces = Object.values(FACE_NAMES).map(({ family }) => document.fonts.load(`40px ${family}`));
    void Promise.allSettled(faces).then(() => setFonts(true));
  }, []);
}

/** A layer as the server draws it. @param handlers null: it can’t be moved now */
export function DrawnLayer({
  layer,
  size,
  handlers,
}: {
  layer: PhotoLayer;
  size: Size;
  handlers: LayerHandlers | null;
}) {
  const { width, height } = size;
  if (layer.kind === 'drawing') {
    return (
      <path
        d={linePath(layer.points.map(([x, y]) => [x * width, y * height]))}
        fill="none"
        stroke={layer.colour}
        strokeWidth={layer.width * height}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    );
  }
  const { isChosen = false, label, ...listeners } = handlers ?? { label: undefined };
  return (
    <g
      transform={`translate(${layer.x * width} ${layer.y * height}) rotate(${layer.angle})`}
      className={isChosen ? 'photo-editor__layer photo-editor__layer--on' : 'photo-editor__layer'}
      {...(handlers && { role: 'button', tabIndex: 0, 'aria-label': label, 'aria-pressed': isChosen })}
      {...listeners}
    >
      {layer.kind === 'sticker' ? (
        <g transform={`scale(${(layer.size * height) / 100}) translate(-50 -50)`}>
          <rect className="photo-editor__box" width="100" height="100" />
          {STICKERS[layer.name].shapes.map(({ d, fill }) => (
            <path key={fill + d.length} d={d} fill={fill} />
          ))}
        </g>
      ) : (
        <LetteredText layer={layer} size={layer.size * height} />
      )}
    </g>
  );
}

/** Text with the middle of its ink in the origin, as our lettering has it. */
function LetteredText({ layer, size }: { layer: Extract<PhotoLayer, { kind: 'text' }>; size: number }) {
  const { family } = FACE_NAMES[layer.face];
  const ink = inkOf(layer.text, `${size}px ${family}`);
  const middle = { x: (ink.right - ink.left) / 2, y: (ink.down - ink.up) / 2 };
  return (
    <>
      <rect
        className="photo-editor__box"
        x={-ink.left - middle.x - size / 8}
        y={-ink.up - middle.y - size / 8}
        width={ink.left + ink.right + size / 4}
        height={ink.up + ink.down + size / 4}
      />
      <text x={-middle.x} y={-middle.y} fill={layer.colour} fontFamily={family} fontSize={size}>
        {layer.text}
      </text>
    </>
  );
}

let canvas: CanvasRenderingContext2D | null = null;

/** How far a text’s ink reaches from its start. */
function inkOf(text: string, font: string): { left: number; right: number; up: number; down: number } {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return { left: 0, right: 0, up: 0, down: 0 };
  canvas.font = font;
  const measured = canvas.measureText(text);
  return {
    left: measured.actualBoundingBoxLeft,
    right: measured.actualBoundingBoxRight,
    up: measured.actualBoundingBoxAscent,
    down: measured.actualBoundingBoxDescent,
  };
}
