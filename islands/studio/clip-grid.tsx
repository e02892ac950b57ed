import { useEffect, useRef, useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { Button } from '../../views/ui/button.tsx';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { Field } from '../../views/ui/field.tsx';
import { type ClipFilter, type ClipSort, filtered, filtersOf, found, placed, SORTS, sorted } from './clip-order.ts';
import { faceOf } from './clip-words.ts';
import { orderClips } from './many-clips.ts';
import type { Studio } from './use-studio.ts';

interface ClipGridProps {
  clips: readonly Media[];
  picked: readonly string[];
  studio: Studio;
  onPick: (ids: readonly string[]) => void;
}

/** A grid for many clips: search and multiple selection. */
export function ClipGrid({ clips, picked, studio, onPick }: ClipGridProps) {
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<ClipSort>('film');
  const [wanted, setWanted] = useState<ClipFilter>('all');
  const filters = filtersOf(clips);
  // The last clip with this filter may have been removed.
  const filter = filters.some((each) => each.filter === wanted) ? wanted : 'all';
  const shown = sorted(found(filtered(placed(clips), filter), typed), sort);
  const ids = shown.map(({ clip }) => clip.id);
  const last = useRef<string | null>(null);
  /** With Shift all from the last one to this. */
  const toggle = (id: string, isRange: boolean) => {
    const from = isRange && last.current ? ids.indexOf(last.current) : -1;
    const [start, end] = [Math.min(from, ids.indexOf(id)), Math.max(from, ids.indexOf(id))];
    last.current = id;
    if (from !== -1) return onPick([...new Set([...picked, ...ids.slice(start, end + 1)])]);
    onPick(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id]);
  };
  const cells = useRef<HTMLOListElement>(null);
  const hadPicked = useRef(false);
  // The bar with the actions goes away, and the focus in it.
  useEffect(() => {
    const isCleared = hadPicked.current && picked.length === 0;
    hadPicked.current = picked.length > 0;
    if (!isCleared || document.activeElement !== document.body) return;
    const before = cells.current?.querySelector<HTMLElement>(`[data-cell-id="${last.current}"] button`);
    (before ?? cells.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  }, [picked]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape clears what its buttons picked
    <div className="clip-grid" onKeyDown={({ key }) => key === 'Escape' && picked.length > 0 && onPick([])}>
      <div className="clip-grid__bar">
        <Field
          label="Search clips"
          hideLabel
          type="search"
          placeholder="Search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <select
          className="field__input"
          aria-label="Sort by"
          value={sort}
          onChange={({ target }) => setSort((now) => SORTS.find(({ value }) => value === target.value)?.value ?? now)}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {sort !== 'film' && shown.length === clips.length && clips.length > 1 && (
          <Button
            kind="second"
            size="small"
            onClick={() => {
              void orderClips(studio, ids);
              setSort('film');
            }}
          >
            Use this order
          </Button>
        )}
        <Button kind="second" size="small" onClick={() => onPick(ids)}>
          {typed || filter !== 'all' ? `Select these ${shown.length}` : 'Select all'}
        </Button>
      </div>
      {filters.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups filters
        <div className="chips" role="group" aria-label="Show">
          {filters.map((each) => (
            <button
              key={each.filter}
              type="button"
              className="chips__chip"
              aria-pressed={each.filter === filter}
              onClick={() => setWanted(each.filter)}
            >
              {each.label} <span className="l-num">{each.count}</span>
            </button>
          ))}
        </div>
      )}
      <p className={shown.length === 0 ? 'l-small' : 'l-unseen'} role="status">
        {shown.length === 0 ? 'No clip like that. Try a shorter word.' : `${shown.length} of ${clips.length} clips`}
      </p>
      <ol ref={cells} className="clip-grid__cells">
        {shown.map(({ clip, place }) => (
          <li key={clip.id} data-cell-id={clip.id}>
            <ClipTile
              {...faceOf(clip)}
              isCurrent={picked.includes(clip.id)}
              place={`${place} of ${clips.length}`}
              button={{ 'aria-pressed': picked.includes(clip.id), onClick: (click) => toggle(clip.id, click.shiftKey) }}
            />
            <span className="clip-grid__place" aria-hidden="true">
              {place}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
