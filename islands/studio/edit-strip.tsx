import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Part } from '../../src/shared/edited-length.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import { EDIT } from '../../src/shared/studio-limits.ts';
import { cx } from '../../views/ui/class-names.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { FRAME } from './edit-play.ts';
import { drawFrames, drawWave } from './edit-strip-drawing.ts';
import { precise, spoken } from './edit-words.ts';

interface EditStripProps {
  url: string;
  whole: number;
  edit: MediaEdit;
  at: number;
  hasPicture: boolean;
  /** Whether the ends can be moved; otherwise it only shows the place. */
  canTrim: boolean;
  /** The cut with handles. */
  cut: number | null;
  onSeek: (seconds: number) => void;
  /** One end of the part that is kept; `end` 0: the clip's own. */
  onTrim: (change: Partial<Part>) => void;
  onCut: (index: number, change: Partial<Part>) => void;
}

/** Least seconds between two handles. */
const LEAST = 1;
const LEAST_CUT = 3 * FRAME;

/** The whole clip as small pictures over its sound, with handles for its ends and one cut. */
export function EditStrip({ url, whole, edit, at, hasPicture, canTrim, cut, onSeek, onTrim, onCut }: EditStripProps) {
  const box = useRef<HTMLDivElement>(null);
  const frames = useRef<HTMLCanvasElement>(null);
  const wave = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    if (hasPicture && frames.current) void drawFrames(frames.current, url, whole, stop.signal);
    if (wave.current) void drawWave(wave.current, url, stop.signal);
    return () => stop.abort();
  }, [url, whole, hasPicture]);

  const start = edit.trim?.start ?? 0;
  const end = edit.trim?.end || whole;
  const secondsAt = (clientX: number) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(whole, Math.max(0, ((clientX - left) / width) * whole));
  };
  const share = (seconds: number) => `${(100 * seconds) / whole}%`;
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 1) onSeek(secondsAt(event.clientX));
  };
  const chosen = cut === null ? undefined : edit.cuts?.[cut];

  return (
    <div className="edit-strip">
      <div className="edit-strip__track" ref={box} onPointerDown={follow} onPointerMove={follow}>
        <div aria-hidden="true">
          {hasPicture && <canvas ref={frames} className="edit-strip__frames" />}
          <canvas ref={wave} className="edit-strip__wave" />
        </div>
        <span className="edit-strip__off" style={{ left: 0, width: share(start) }} />
        <span className="edit-strip__off" style={{ right: 0, width: share(whole - end) }} />
        {edit.cuts?.map((each) => (
          <span
            key={`${each.start}-${each.end}`}
            className="edit-strip__off edit-strip__off--cut"
            style={{ left: share(each.start), width: share(each.end - each.start) }}
          />
        ))}
        {canTrim && <span className="edit-strip__window" style={{ left: share(start), right: share(whole - end) }} />}
        <span className="edit-strip__head" style={{ left: share(at) }} aria-hidden="true" />
      </div>
      {canTrim && (
        <>
          <Handle
            label="Start"
            place={start}
            range={{ start: 0, end: end - LEAST }}
            {...{ whole, secondsAt }}
            onMove={(to) => {
              onTrim({ start: to });
              onSeek(to);
            }}
          />
          <Handle
            label="End"
            isEnd
            place={end}
            range={{ start: start + LEAST, end: whole }}
            {...{ whole, secondsAt }}
            onMove={(to) => {
              onTrim({ end: to >= whole - FRAME / 2 ? 0 : to });
              onSeek(to);
            }}
          />
        </>
      )}
      {canTrim && chosen && cut !== null && (
        <>
          <Handle
            label="Cut from"
            isCut
            place={chosen.start}
            range={{ start: Math.max(start, edit.cuts?.[cut - 1]?.end ?? 0), end: chosen.end - LEAST_CUT }}
            {...{ whole, secondsAt }}
            onMove={(to) => {
              onCut(cut, { start: to });
              onSeek(to);
            }}
          />
          <Handle
            label="Cut until"
            isEnd
            isCut
            place={chosen.end}
            range={{
              start: chosen.start + LEAST_CUT,
              end: Math.min(end, edit.cuts?.[cut + 1]?.start ?? EDIT.secondsMax),
            }}
            {...{ whole, secondsAt }}
            onMove={(to) => {
              onCut(cut, { end: to });
              onSeek(to);
            }}
          />
        </>
      )}
    </div>
  );
}

interface HandleProps {
  label: string;
  isEnd?: boolean;
  isCut?: boolean;
  place: number;
  range: Part;
  whole: number;
  secondsAt: (clientX: number) => number;
  onMove: (seconds: number) => void;
}

function Handle({ label, isEnd, isCut, place, range, whole, secondsAt, onMove }: HandleProps) {
  const move = (to: number) => onMove(precise(Math.min(range.end, Math.max(range.start, to))));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? 1 : FRAME;
    const to = {
      ...{ ArrowLeft: place - by, ArrowDown: place - by, ArrowRight: place + by, ArrowUp: place + by },
      ...{ Home: range.start, End: range.end },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <button
      type="button"
      role="slider"
      className={cx('edit-strip__handle', isEnd && 'edit-strip__handle--end', isCut && 'edit-strip__handle--cut')}
      style={{ left: `${(100 * place) / whole}%` }}
      aria-label={label}
      aria-valuemin={precise(range.start)}
      aria-valuemax={precise(range.end)}
      aria-valuenow={precise(place)}
      aria-valuetext={spoken(place)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => event.buttons === 1 && move(secondsAt(event.clientX))}
    >
      <Icon name={isEnd ? 'chevron-right' : 'chevron'} />
    </button>
  );
}
