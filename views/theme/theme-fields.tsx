import type { ReactNode } from 'react';
import type { ThemeValues } from '../../src/shared/contracts/theme-editor.ts';
import { SCENE_KINDS, TRANSITIONS } from '../../src/shared/contracts/themes.ts';
import { listNames } from '../../src/shared/format.ts';
import { isKeyOf } from '../../src/shared/known-values.ts';
import { THEME } from '../../src/shared/limits.ts';
import { Field, TextArea } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { KINDS, SCENE_LABELS, type SceneField, THEME_LABELS } from './theme-labels.ts';

export interface ThemeFieldsProps {
  values: ThemeValues;
  choices: { openings: SelectOption[]; closings: SelectOption[]; fonts: SelectOption[] };
  /** Messages by field. */
  problems: Readonly<Record<string, string>>;
  /** Where it is offered, and whether it opens with everybody. */
  children?: ReactNode;
}

type ShownScene = NonNullable<ThemeValues['scenes']>[number];

const MOVES: Record<(typeof TRANSITIONS)[number], string> = { cut: 'Cut', fade: 'Fade', slide: 'Slide', zoom: 'Zoom' };

/** What a film takes from a scene of each kind. */
const COUNTS: Record<(typeof SCENE_KINDS)[number], readonly SceneField[]> = {
  intro: ['background'],
  clip: ['transition'],
  collage: ['background', 'length', 'cells'],
  text: [],
  outro: ['background'],
};

/** Every field of a theme, as a form posts it; see `themeValues`. */
export function ThemeFields({ values, choices, problems, children }: ThemeFieldsProps) {
  const of = (name: keyof typeof THEME_LABELS) => ({
    id: `theme-${name}`,
    name,
    label: THEME_LABELS[name],
    defaultValue: values[name],
    error: problems[name] ?? null,
  });
  const scenes = values.scenes ?? [];
  const blank = { id: '', kind: '', background: values.textBoxColor, transition: 'fade', length: '', cells: '' };
  return (
    <>
      <Field {...of('name')} maxLength={THEME.nameMax} required />
      <div className="form-set__pair">
        <Select {...of('introUrl')} options={choices.openings} />
        <Select {...of('outroUrl')} options={choices.closings} />
        <Select {...of('fontUrl')} options={choices.fonts} />
        <Field {...of('fontColor')} type="color" />
        <Field
          {...of('fontSize')}
          type="number"
          min={THEME.size.min}
          max={THEME.size.max}
          step="any"
          hint="Pixels of a picture 1080 high."
        />
        <Field
          {...of('fontLineSpacing')}
          type="number"
          min={0.5}
          max={2}
          step="any"
          hint="1 is as the artwork has it."
        />
        <Field {...of('textBoxColor')} type="color" />
      </div>
      {children}
      <h2>Scenes</h2>
      {[...scenes, blank].map((scene, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a scene is its place in the form
        <SceneFields key={index} scene={scene} index={index} problems={problems} />
      ))}
    </>
  );
}

interface SceneFieldsProps {
  /** A scene, or the place of a new one. */
  scene: ShownScene;
  index: number;
  problems: Readonly<Record<string, string>>;
}

function SceneFields({ scene, index, problems }: SceneFieldsProps) {
  const path = `scenes.${index}`;
  const kind = isKeyOf(KINDS, scene.kind) ? scene.kind : null;
  const of = (name: SceneField) => ({
    id: `theme-${path}.${name}`,
    name: `${path}.${name}`,
    label: SCENE_LABELS[name],
    defaultValue: scene[name],
    error: problems[`${path}.${name}`] ?? null,
  });
  /** A new scene has all fields, so each says what it is for. */
  const hintOf = (name: SceneField, words?: string) =>
    kind === null ? [whose(name), words].filter(Boolean).join(' ') : words;
  const isShown = (name: SceneField) => kind === null || COUNTS[kind].includes(name) || of(name).error !== null;
  /** What doesn't count for its kind is kept, in case it gets another one. */
  const either = (name: SceneField, field: ReactNode) =>
    isShown(name) ? field : <input type="hidden" name={`${path}.${name}`} value={scene[name]} />;
  const hasProblem = Object.keys(problems).some((name) => name.startsWith(`${path}.`));
  return (
    <details className="form-set__fold" open={kind === 'collage' || hasProblem}>
      <summary>{kind === null ? 'Add a scene' : KINDS[kind]}</summary>
      <input type="hidden" name={`${path}.id`} value={scene.id} />
      <div className="form-set__pair">
        <Select
          {...of('kind')}
          options={[
            { value: '', label: kind === null ? 'Choose one' : 'Leave it out' },
            ...SCENE_KINDS.map((value) => ({ value, label: KINDS[value] })),
          ]}
        />
        {either(
          'transition',
          <Select
            {...of('transition')}
            options={TRANSITIONS.map((value) => ({ value, label: MOVES[value] }))}
            hint={hintOf('transition')}
          />,
        )}
        {either('background', <Field {...of('background')} type="color" hint={hintOf('background')} />)}
        {either(
          'length',
          <Field
            {...of('length')}
            type="number"
            min={1}
            max={30}
            step="any"
            hint={hintOf('length', 'Empty: as long as it takes.')}
          />,
        )}
      </div>
      {either(
        'cells',
        <TextArea
          {...of('cells')}
          rows={3}
          hint={hintOf(
            'cells',
            'A line for each: left, top, width and height between 0 and 1. Empty: a grid by itself.',
          )}
        />,
      )}
    </details>
  );
}

/** The kinds of scenes that a field counts for. */
function whose(name: SceneField): string {
  const kinds = SCENE_KINDS.filter((kind) => COUNTS[kind].includes(name));
  return `For ${listNames(kinds.map((kind) => `“${KINDS[kind]}”`))}.`;
}
