/** A tile that is dragged along its row. */
export interface RowDrag {
  move(clientX: number): void;
  /** Puts every tile back, and answers the id of the tile before the new place; null for the first place. */
  end(): string | null;
}

/** Pixels from the row's edge within which it scrolls, and the most that it scrolls in a frame. */
const EDGE = { near: 56, fastest: 18 };

/**
 * Drags a tile by transforms alone: a new order for each movement would lay out and render the whole row, which is too
 * slow with hundreds of tiles. Places are read once; a movement then touches only tiles that make room.
 */
export function dragRow(tile: HTMLElement, startX: number): RowDrag {
  const row = tile.parentElement;
  const scroller = tile.closest<HTMLElement>('.timeline');
  const tiles = [...(row?.querySelectorAll<HTMLElement>('[data-clip-id]') ?? [])];
  const lefts = tiles.map((each) => each.offsetLeft);
  const from = tiles.indexOf(tile);
  const step = (lefts[1] ?? 0) - (lefts[0] ?? 0);
  const { left, right } = scroller?.getBoundingClientRect() ?? { left: 0, right: 0 };
  const scrolledAtStart = scroller?.scrollLeft ?? 0;
  let scrolled = scrolledAtStart;
  let to = from;
  let pointer = startX;
  let frame = 0;

  function show(): void {
    frame = 0;
    const by = edgeSpeed();
    if (scroller && by !== 0) {
      scroller.scrollLeft += by;
      const now = scroller.scrollLeft;
      if (now !== scrolled) frame = requestAnimationFrame(show);
      scrolled = now;
    }
    const moved = pointer - startX + scrolled - scrolledAtStart;
    tile.style.transform = `translate3d(${moved}px, 0, 0) rotate(2deg)`;
    const next = step > 0 ? Math.max(0, Math.min(tiles.length - 1, from + Math.round(moved / step))) : from;
    for (let at = Math.min(to, next); at <= Math.max(to, next); at++) {
      const other = tiles[at];
      if (other && other !== tile) other.style.transform = shiftOf(at, next);
    }
    to = next;
  }

  function shiftOf(at: number, place: number): string {
    if (at > from && at <= place) return `translate3d(${-step}px, 0, 0)`;
    return at < from && at >= place ? `translate3d(${step}px, 0, 0)` : '';
  }

  function edgeSpeed(): number {
    const before = left + EDGE.near - pointer;
    const after = pointer - (right - EDGE.near);
    const share = Math.min(1, Math.max(before, after, 0) / EDGE.near);
    return Math.round(share * EDGE.fastest) * (before > 0 ? -1 : 1);
  }

  // Tiles out of sight are not drawn meanwhile, so they don't tell how high the row is.
  if (row) row.style.blockSize = `${row.offsetHeight}px`;
  row?.setAttribute('data-dragging', '');
  return {
    move(clientX) {
      pointer = clientX;
      frame ||= requestAnimationFrame(show);
    },
    end() {
      cancelAnimationFrame(frame);
      // The pointer may have moved since the last frame.
      show();
      cancelAnimationFrame(frame);
      row?.removeAttribute('data-dragging');
      row?.style.removeProperty('block-size');
      for (const each of tiles) each.style.transform = '';
      const others = tiles.filter((each) => each !== tile);
      return others[to - 1]?.dataset.clipId ?? null;
    },
  };
}
