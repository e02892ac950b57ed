import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { PhotoEdit, PhotoLayer } from '../../src/shared/photo-edit.ts';
import { PHOTO_EDIT } from '../../src/shared/studio-limits.ts';
import { ColouredPhoto, DrawnLayer, usePhotoFaces } from './photo-layers.tsx';

export interface PhotoCopy {
  url: string;
  width: number;
  height: number;
}

/** What a finger draws now; null while it chooses and moves things. */
export interface Pen {
  colour: string;
  width: number;
}

interface PhotoStageProps {
  photo: PhotoCopy;
  edit: PhotoEdit;
  pen: Pen | null;
  chosen: number | null;
  onChoose: (index: number | null) => void;
  onLine: (line: PhotoLayer) => void;
  onMove: (index: number, place: { x: number; y: number }) => void;
  onRemove: (index: number) => void;
  onFail: () => void;
}

/** Share of the picture by which arrow keys move a layer, and least distance between two points of a line. */
const STEP = 0.01;
const LEAST = 0.004;

/** The photo with its colours and layers as the server renders them. */
export function PhotoStage({ photo, edit, pen, chosen, onChoose, onLine, onMove, onRemove, onFail }: PhotoStageProps) {
  const picture = useRef<SVGSVGElement>(null);
  const [line, setLine] = useState<[number, number][]>([]);
  const grip = useRef({ x: 0, y: 0 });
  const layers = edit.layers ?? [];

  usePhotoFaces();
  const at = (event: PointerEvent): [number, number] => {
    const box = picture.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    return [round((event.clientX - box.left) / box.width), round((event.clientY - box.top) / box.height)];
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!pen) return onChoose(null);
    event.currentTarget.setPointerCapture(event.pointerId);
    setLine([at(event)]);
  };
  const go = (event: PointerEvent) => {
    const last = line.at(-1);
    if (!pen || !last) return;
    const next = at(event);
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) >= LEAST) setLine(thinned([...line, next]));
  };
  const end = () => {
    if (pen && line.length > 0) onLine({ kind: 'drawing', ...pen, points: line });
    setLine([]);
  };
  const handlers = (layer: PhotoLayer, index: number) => {
    if (pen || layer.kind === 'drawing') return null;
    return {
      isChosen: index === chosen,
      label: layer.kind === 'text' ? `Text: ${layer.text}` : `Sticker: ${layer.name}`,
      onPointerDown(event: PointerEvent<SVGGElement>) {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const [x, y] = at(event);
        grip.current = { x: layer.x - x, y: layer.y - y };
        onChoose(index);
      },
      onPointerMove(event: PointerEvent<SVGGElement>) {
        if (event.buttons !== 1 || index !== chosen) return;
        const [x, y] = at(event);
        onMove(index, { x: inside(x + grip.current.x), y: inside(y + grip.current.y) });
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key === 'Delete' || event.key === 'Backspace') return onRemove(index);
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          return onChoose(index);
        }
        const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
          event.key
        ];
        if (!by) return;
        event.preventDefault();
        onMove(index, { x: inside(layer.x + (by[0] ?? 0)), y: inside(layer.y + (by[1] ?? 0)) });
      },
    };
  };
  const { width, height } = photo;
  return (
    <div className="photo-editor__screen" style={{ '--shape': width / height }}>
      <ColouredPhoto url={photo.url} edit={edit} onFail={onFail} />
      {/* biome-ignore lint/a11y/useSemanticElements: a picture can’t be a fieldset */}
      <svg
        ref={picture}
        className={pen ? 'photo-editor__layers photo-editor__layers--pen' : 'photo-editor__layers'}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={pen ? 'Draw on the photo' : 'Words and stickers on the photo'}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {layers.map((layer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
          <DrawnLayer key={index} layer={layer} size={photo} handlers={handlers(layer, index)} />
        ))}
        {pen && line.length > 0 && (
          <DrawnLayer layer={{ kind: 'drawing', ...pen, points: line }} size={photo} handlers={null} />
        )}
      </svg>
    </div>
  );
}

/** A long line keeps its shape with half of its points. */
function thinned(points: [number, number][]): [number, number][] {
  if (points.length <= PHOTO_EDIT.points) return points;
  return points.filter((_, index) => index % 2 === 0 || index === points.length - 1);
}

function inside(share: number): number {
  return round(Math.min(1, Math.max(0, share)));
}

function round(share: number): number {
  return Math.round(Math.min(1.5, Math.max(-0.5, share)) * 10_000) / 10_000;
}
