import { type FormEvent, useState } from 'react';
import { LOOK_NAMES, LOOKS } from '../../src/shared/looks.ts';
import { FACE_NAMES, PHOTO_FACES, STICKER_NAMES, STICKERS } from '../../src/shared/photo-drawing.ts';
import type { Adjustments, PhotoEdit, PhotoLayer } from '../../src/shared/photo-edit.ts';
import { PHOTO_EDIT } from '../../src/shared/studio-limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Option, Options, Slider } from './edit-fields.tsx';
import type { Pen } from './photo-stage.tsx';
import type { Draft } from './use-steps.ts';

type TextLayer = Extract<PhotoLayer, { kind: 'text' }>;
type StickerLayer = Extract<PhotoLayer, { kind: 'sticker' }>;

const COLOURS: readonly [colour: string, name: string][] = [
  ['#ffffff', 'White'],
  ['#1d0a17', 'Ink'],
  ['#d9486b', 'Raspberry'],
  ['#e98c3c', 'Orange'],
  ['#f2b134', 'Yellow'],
  ['#4c9a74', 'Green'],
  ['#4d79c7', 'Blue'],
  ['#7a4fa3', 'Violet'],
];
const LEVELS: readonly [keyof Adjustments, string][] = [
  ['brightness', 'Brightness'],
  ['contrast', 'Contrast'],
  ['saturation', 'Colour'],
  ['warmth', 'Warmth'],
];
const MIDDLE = { x: 0.5, y: 0.5, angle: 0 };

export function ColourPanel({ draft }: { draft: Draft<PhotoEdit> }) {
  const { adjust = {}, filter } = draft.now;
  return (
    <>
      {LEVELS.map(([name, label]) => (
        <Slider
          key={name}
          label={label}
          shown={`${adjust[name] ?? 0}`}
          {...{ min: -100, max: 100, step: 5 }}
          value={adjust[name] ?? 0}
          onChange={(value) => draft.set({ adjust: { ...adjust, [name]: value } }, name)}
        />
      ))}
      <Options label="Look">
        <Option isOn={!filter} onClick={() => draft.set({ filter: null })}>
          As it is
        </Option>
        {LOOK_NAMES.map((name) => (
          <Option key={name} isOn={filter === name} onClick={() => draft.set({ filter: name })}>
            {LOOKS[name].title}
          </Option>
        ))}
      </Options>
    </>
  );
}

interface LayerPanelProps<L> {
  /** The chosen layer, if it is of this panel’s kind. */
  layer: L | null;
  isFull: boolean;
  onAdd: (layer: L) => void;
  onChange: (change: Partial<L>, field: string) => void;
  onRemove: () => void;
}

const FIRST_TEXT = { face: 'hand', colour: '#ffffff', size: 0.14 } as const;

export function TextPanel({ layer, isFull, onAdd, onChange, onRemove }: LayerPanelProps<TextLayer>) {
  const [typed, setTyped] = useState('');
  const [next, setNext] = useState<Pick<TextLayer, 'face' | 'colour' | 'size'>>(FIRST_TEXT);
  const { face, colour, size } = layer ?? next;
  const change = (to: Partial<typeof next>, field: string) => {
    setNext({ ...next, ...to });
    if (layer) onChange(to, field);
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === '' || isFull) return;
    onAdd({ kind: 'text', text, ...MIDDLE, ...next });
    setTyped('');
  };
  return (
    <>
      {layer ? (
        <Field
          label="Words"
          value={layer.text}
          maxLength={PHOTO_EDIT.letters}
          onChange={({ target }) => target.value.trim() !== '' && onChange({ text: target.value }, 'text')}
        />
      ) : (
        <form className="photo-editor__add" onSubmit={add}>
          <Field
            label="Words"
            value={typed}
            maxLength={PHOTO_EDIT.letters}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" kind="second" icon="plus" disabled={isFull}>
            Add
          </Button>
        </form>
      )}
      <Options label="Lettering">
        {PHOTO_FACES.map((name) => (
          <Option key={name} isOn={face === name} onClick={() => change({ face: name }, 'face')}>
            {FACE_NAMES[name].title}
          </Option>
        ))}
      </Options>
      <Swatches colour={colour} onChange={(to) => change({ colour: to }, 'colour')} />
      <SizeSlider size={size} onChange={(to) => change({ size: to }, 'size')} />
      {layer && <Tilt angle={layer.angle} onChange={(angle) => onChange({ angle }, 'angle')} />}
      {layer && <RemoveLayer onRemove={onRemove} />}
    </>
  );
}

export function StickerPanel({ layer, isFull, onAdd, onChange, onRemove }: LayerPanelProps<StickerLayer>) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons add things */}
      <div className="photo-editor__stickers" role="group" aria-label="Add a sticker">
        {STICKER_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={STICKERS[name].title}
            disabled={isFull}
            onClick={() => onAdd({ kind: 'sticker', name, ...MIDDLE, size: 0.25 })}
          >
            <svg viewBox="0 0 100 100" aria-hidden="true">
              {STICKERS[name].shapes.map(({ d, fill }) => (
                <path key={fill + d.length} d={d} fill={fill} />
              ))}
            </svg>
          </button>
        ))}
      </div>
      {layer ? (
        <>
          <SizeSlider size={layer.size} onChange={(size) => onChange({ size }, 'size')} />
          <Tilt angle={layer.angle} onChange={(angle) => onChange({ angle }, 'angle')} />
          <RemoveLayer onRemove={onRemove} />
        </>
      ) : (
        <p className="l-small">Tap one to add it, then drag it where it belongs.</p>
      )}
    </>
  );
}

interface DrawPanelProps {
  pen: Pen;
  onPen: (pen: Pen) => void;
  hasLines: boolean;
  onTakeBack: () => void;
}

export function DrawPanel({ pen, onPen, hasLines, onTakeBack }: DrawPanelProps) {
  return (
    <>
      <p className="l-small">Draw on the photo with your finger or the mouse.</p>
      <Swatches colour={pen.colour} onChange={(colour) => onPen({ ...pen, colour })} />
      <Slider
        label="Width"
        shown={`${Math.round(pen.width * 1000)}`}
        {...{ min: 2, max: 60, step: 1 }}
        value={Math.round(pen.width * 1000)}
        onChange={(value) => onPen({ ...pen, width: value / 1000 })}
      />
      <Button kind="second" size="small" icon="undo" disabled={!hasLines} onClick={onTakeBack}>
        Take the last line away
      </Button>
    </>
  );
}

function Swatches({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  return (
    <fieldset className="edit-fields__options">
      <legend>Colour</legend>
      <div className="photo-editor__swatches">
        {COLOURS.map(([value, name]) => (
          <button
            key={value}
            type="button"
            aria-label={name}
            aria-pressed={value === colour}
            style={{ background: value }}
            onClick={() => onChange(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function SizeSlider({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const percent = Math.round(size * 100);
  const { min, max } = PHOTO_EDIT.size;
  return (
    <Slider
      label="Size"
      shown={`${percent}%`}
      {...{ min: min * 100, max: max * 100, step: 1 }}
      value={percent}
      onChange={(value) => onChange(value / 100)}
    />
  );
}

function Tilt({ angle, onChange }: { angle: number; onChange: (angle: number) => void }) {
  return (
    <Slider label="Tilt" shown={`${angle}°`} {...{ min: -180, max: 180, step: 5 }} value={angle} onChange={onChange} />
  );
}

function RemoveLayer({ onRemove }: { onRemove: () => void }) {
  return (
    <Button kind="second" size="small" icon="trash" onClick={onRemove}>
      Remove it
    </Button>
  );
}
