import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { moved } from './studio-state.ts';

/** Pixels of mouse movement that start a drag. */
const THRESHOLD = 6;
/** Long press that picks a clip up, in milliseconds; earlier movement scrolls. */
const LONG_PRESS = 350;

interface Drag {
  id: string;
  pointerId: number;
  startX: number;
  isDragging: boolean;
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
 * Escape cancels. Otherwise arrow keys move the focus.
 */
export function useReorder({ ids, nameOf, onOrder, onFocusMove }: ReorderOptions): Reorder {
  const [draft, setDraft] = useState<string[] | null>(null);
  const [heldId, setHeldId] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const drag = useRef<Drag | null>(null);
  const shown = draft ?? ids;
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
      if (!now.isDragging) {
        if (Math.abs(event.clientX - now.startX) < THRESHOLD) return;
        if (event.pointerType !== 'mouse') return endPress();
        now.isDragging = true;
        lift(now.id);
      }
      event.preventDefault();
      moveTo(now.id, indexAt(event.clientX));
    };
    const up = (event: globalThis.PointerEvent) => {
      const now = drag.current;
      if (!now || event.pointerId !== now.pointerId) return;
      const wasDragging = now.isDragging;
      endPress();
      if (wasDragging) drop(event.type === 'pointerup');
    };
    // While dragging, a touch must not scroll the row; requires a non-passive listener.
    const hold = (event: TouchEvent) => {
      if (drag.current?.isDragging) event.preventDefault();
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

  function endPress() {
    clearTimeout(drag.current?.timer ?? undefined);
    drag.current = null;
  }

  function press(id: string, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const { pointerId, clientX, pointerType } = event;
    const timer =
      pointerType === 'mouse'
        ? null
        : setTimeout(() => {
            if (drag.current?.id !== id) return;
            drag.current.isDragging = true;
            lift(id);
          }, LONG_PRESS);
    drag.current = { id, pointerId, startX: clientX, isDragging: false, timer };
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
      if (heldId === id) {
        say(id, order, 'put down');
        drop(true);
      } else lift(id);
    } else if (event.key === 'Escape' && heldId === id) {
      say(id, ids, 'back where it was');
      drop(false);
    }
  }

  return {
    heldId,
    ids: shown,
    spoken,
    itemProps: (id) => ({ onPointerDown: (event) => press(id, event), onKeyDown: (event) => key(id, event) }),
    nudge(id, by) {
      const from = ids.indexOf(id);
      const to = from + by;
      if (to < 0 || to >= ids.length) return;
      const order = moved(ids, from, to);
      say(id, order, 'moved');
      onOrder(order);
    },
  };
}

/** Index at a horizontal coordinate, among the clips that are not dragged. */
function indexAt(x: number): number {
  const others = document.querySelectorAll<HTMLElement>('[data-clip-id]:not([data-held])');
  return [...others].filter((tile) => {
    const box = tile.getBoundingClientRect();
    return x > box.left + box.width / 2;
  }).length;
}
