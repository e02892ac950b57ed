import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { dragRow, type RowDrag } from './drag-row.ts';
import { moved } from './studio-state.ts';

/** Pixels of mouse movement that start a drag. */
const THRESHOLD = 6;
/** Long press that picks a clip up, in milliseconds; earlier movement scrolls. */
const LONG_PRESS = 350;

interface Drag {
  id: string;
  pointerId: number;
  startX: number;
  tile: HTMLElement | null;
  /** Null until it is dragged. */
  row: RowDrag | null;
  timer: ReturnType<typeof setTimeout> | null;
}

export interface Reorder {
  /** The clip being dragged, by pointer or keyboard. */
  heldId: string | null;
  /** The order if the clip were dropped now. */
  ids: readonly string[];
  /** Text for screen readers. */
  spoken: string;
  itemProps(id: string): {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
  /** Moves a clip by one position, for buttons. */
  nudge(id: string, by: -1 | 1): void;
}

interface ReorderOptions {
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Called with the new order after a drop that changed it. */
  onOrder: (ids: string[]) => void;
  onFocusMove: (id: string) => void;
}

/**
 * Reorders a row by mouse, by touch (long press, then move) and by keyboard: Space picks up and drops, arrow keys move,
 * Escape cancels, and a clip that loses the focus is dropped. Otherwise arrow keys move the focus.
 */
export function useReorder({ ids, nameOf, onOrder, onFocusMove }: ReorderOptions): Reorder {
  const [draft, setDraft] = useState<string[] | null>(null);
  const [heldId, setHeldId] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const drag = useRef<Drag | null>(null);
  // A held clip that somebody else removed must not freeze the row.
  const shown = draft && heldId !== null && ids.includes(heldId) ? draft : ids;
  const latest = useRef({ shown, ids, onOrder });
  latest.current = { shown, ids, onOrder };

  const say = (id: string, order: readonly string[], words: string) =>
    setSpoken(`${nameOf(id)}, ${words}, ${order.indexOf(id) + 1} of ${order.length}`);

  function drop(keep: boolean) {
    const { shown: now, ids: before, onOrder: tell } = latest.current;
    setHeldId(null);
    setDraft(null);
    if (keep && now.some((id, index) => id !== before[index])) tell([...now]);
  }

  /** Puts down what the keyboard holds. */
  function dropHeld() {
    if (!draft || heldId === null) return;
    if (shown.includes(heldId)) say(heldId, shown, 'put down');
    drop(true);
  }

  function lift(id: string) {
    setHeldId(id);
    setDraft([...latest.current.ids]);
    say(id, latest.current.ids, 'picked up');
  }

  function moveTo(id: string, index: number) {
    setDraft((now) => {
      const order = now ?? [...latest.current.ids];
      const from = order.indexOf(id);
      const to = Math.max(0, Math.min(order.length - 1, index));
      return from === to ? order : moved(order, from, to);
    });
  }

  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointerId) return;
      if (!now.row) {
        if (Math.abs(event.clientX - now.startX) < THRESHOLD) return;
        if (event.pointerType !== 'mouse') return endPress();
        startDrag(now);
      }
      event.preventDefault();
      now.row?.move(event.clientX);
    };
    const up = (event: globalThis.PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointerId) return;
      const { row, id } = now;
      endPress();
      if (!row) return;
      const before = row.end();
      setHeldId(null);
      if (event.type === 'pointerup') place(id, before);
    };
    // While dragging, a touch must not scroll the row; requires a non-passive listener.
    const hold = (event: TouchEvent) => {
      if (drag.current?.row) event.preventDefault();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    window.addEventListener('touchmove', hold, { passive: false });
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      window.removeEventListener('touchmove', hold);
    };
  });

  /** The row moves by itself until the drop: its order, and what depends on it, change once. */
  function startDrag(now: Drag) {
    if (!now.tile) return;
    now.row = dragRow(now.tile, now.startX);
    setHeldId(now.id);
    say(now.id, latest.current.ids, 'picked up');
  }

  /** @param before the clip in front of the new place; null at the start */
  function place(id: string, before: string | null) {
    const { ids: now, onOrder: tell } = latest.current;
    const rest = now.filter((each) => each !== id);
    const at = before === null ? 0 : rest.indexOf(before) + 1;
    const order = [...rest.slice(0, at), id, ...rest.slice(at)];
    if (order.every((each, index) => each === now[index])) return;
    say(id, order, 'put down');
    tell(order);
  }

  function endPress() {
    clearTimeout(drag.current?.timer ?? undefined);
    drag.current = null;
  }

  function press(id: string, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    dropHeld();
    const { pointerId, clientX, pointerType } = event;
    const tile = event.currentTarget.closest<HTMLElement>('[data-clip-id]');
    const timer =
      pointerType === 'mouse'
        ? null
        : setTimeout(() => {
            if (drag.current?.id !== id) return;
            startDrag(drag.current);
          }, LONG_PRESS);
    drag.current = { id, pointerId, startX: clientX, tile, row: null, timer };
  }

  function key(id: string, event: KeyboardEvent<HTMLElement>) {
    const order = [...shown];
    const index = order.indexOf(id);
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (heldId === id) {
        moveTo(id, index + step);
        const to = Math.max(0, Math.min(order.length - 1, index + step));
        say(id, moved(order, index, to), 'moved');
        return;
      }
      const next = order[index + step];
      if (next) onFocusMove(next);
    } else if (event.key === ' ') {
      event.preventDefault();
      if (heldId === id) dropHeld();
      else lift(id);
    } else if (event.key === 'Escape' && heldId === id) {
      say(id, ids, 'back where it was');
      drop(false);
    }
  }

  return {
    heldId,
    ids: shown,
    spoken,
    itemProps: (id) => ({
      onPointerDown: (event) => press(id, event),
      onKeyDown: (event) => key(id, event),
      onBlur: dropHeld,
    }),
    nudge(id, by) {
      const from = shown.indexOf(id);
      const to = from + by;
      if (to < 0 || to >= shown.length) return;
      const order = moved(shown, from, to);
      setHeldId(null);
      setDraft(null);
      say(id, order, 'moved');
      onOrder(order);
    },
  };
}
