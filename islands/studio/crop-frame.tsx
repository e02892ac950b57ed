import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { MediaEdit } from '../../src/shared/media-edit.ts';

type Crop = NonNullable<MediaEdit['crop']>;

export interface CropFrameProps {
  crop: Crop | undefined;
  /** Degrees by which the picture below the frame is turned, and its mirroring. */
  turn: number;
  mirror: { x: number; y: number };
  hasHandles: boolean;
  /** Receives a function that derives the next crop from the newest one. */
  onCrop: (change: (crop: Crop | undefined) => Crop) => void;
}

/** Least share of the picture, and steps by keyboard. */
const LEAST = 0.15;
const STEP = 0.01;
const STRIDE = 0.05;
const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };
const CORNERS = [
  { label: 'Crop, top left corner', x: 0, y: 0 },
  { label: 'Crop, top right corner', x: 1, y: 0 },
  { label: 'Crop, bottom left corner', x: 0, y: 1 },
  { label: 'Crop, bottom right corner', x: 1, y: 1 },
] as const;

/** The part of a picture that stays; the rest is dark. Corners move by pointer and arrow keys. */
export function CropFrame({ crop, turn, mirror, hasHandles, onCrop }: CropFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = crop ?? WHOLE;

  /** A distance on the screen, in shares of the picture as it was before it was turned and mirrored. */
  const inPicture = (dx: number, dy: number) => {
    const { offsetWidth = 1, offsetHeight = 1 } = box.current ?? {};
    const angle = (-turn * Math.PI) / 180;
    const [x, y] = [dx * mirror.x, dy * mirror.y];
    return {
      x: (x * Math.cos(angle) - y * Math.sin(angle)) / offsetWidth,
      y: (x * Math.sin(angle) + y * Math.cos(angle)) / offsetHeight,
    };
  };
  const move = (corner: (typeof CORNERS)[number], by: { x: number; y: number }) => {
    onCrop(({ x, y, width, height } = WHOLE) => {
      const [left, right] = moved(x, x + width, corner.x, by.x);
      const [top, bottom] = moved(y, y + height, corner.y, by.y);
      return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
    });
  };
  const drag = (corner: (typeof CORNERS)[number]) => (event: PointerEvent) => {
    if (event.buttons === 1) move(corner, inPicture(event.movementX, event.movementY));
  };
  const press = (corner: (typeof CORNERS)[number]) => (event: KeyboardEvent) => {
    const by = event.shiftKey ? STRIDE : STEP;
    const to = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
    if (!to) return;
    event.preventDefault();
    const angle = (-turn * Math.PI) / 180;
    const [x, y] = [(to[0] ?? 0) * mirror.x, (to[1] ?? 0) * mirror.y];
    move(corner, { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) });
  };

  const edges = {
    left: `${100 * shown.x}%`,
    top: `${100 * shown.y}%`,
    width: `${100 * shown.width}%`,
    height: `${100 * shown.height}%`,
  };
  return (
    <div ref={box} className="edit-crop">
      <div className="edit-crop__kept" style={edges}>
        {hasHandles &&
          CORNERS.map((corner) => (
            <button
              key={corner.label}
              type="button"
              role="slider"
              className="edit-crop__corner"
              style={{ left: `${100 * corner.x}%`, top: `${100 * corner.y}%` }}
              aria-label={corner.label}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent(corner.x ? shown.x + shown.width : shown.x)}
              aria-valuetext={`${percent(corner.x ? shown.x + shown.width : shown.x)} % across, ${percent(corner.y ? shown.y + shown.height : shown.y)} % down`}
              onKeyDown={press(corner)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={drag(corner)}
            />
          ))}
      </div>
    </div>
  );
}

/** Both edges after one of them moved. */
function moved(first: number, second: number, which: 0 | 1, by: number): [number, number] {
  return which === 0
    ? [Math.min(second - LEAST, Math.max(0, first + by)), second]
    : [first, Math.max(first + LEAST, Math.min(1, second + by))];
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function percent(share: number): number {
  return Math.round(share * 100);
}
