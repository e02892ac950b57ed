import type { ReactNode } from 'react';
import { cellsInWords } from '../../src/shared/contracts/theme-editor.ts';
import { SCENE_KINDS, type Scene, type Theme, TRANSITIONS } from '../../src/shared/contracts/themes.ts';
import { THEME } from '../../src/shared/limits.ts';
import { Field, TextArea } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';

export interface ThemeFieldsProps {
  theme: Theme;
  choices: { openings: SelectOption[]; closings: SelectOption[]; fonts: SelectOption[] };
  /** Messages by field. */
  problems: Readonly<Record<string, string>>;
  /** Where it is offered, and whether it opens with everybody. */
  children?: ReactNode;
}

const KINDS: Record<(typeof SCENE_KINDS)[number], string> = {
  intro: 'Opening',
  clip: 'Clips',
  collage: 'Everybody at once',
  text: 'Text cards',
  outro: 'Credits',
};
const MOVES: Record<(typeof TRANSITIONS)[number], string> = { cut: 'Cut', fade: 'Fade', slide: 'Slide', zoom: 'Zoom' };

/** Every field of a theme, as a form posts it; see `themeValues`. */
export function ThemeFields({ theme, choices, problems, children }: ThemeFieldsProps) {
  const id = (name: string) => ({ id: `theme-${name}`, name, error: problems[name] ?? null });
  const blank: ShownScene = { id: '', kind: '', background: theme.textBoxColor, transition: 'fade', cells: [] };
  return (
    <>
      <Field label="Name" {...id('name')} defaultValue={theme.name} maxLength={THEME.nameMax} required />
      <div className="form-set__pair">
        <Select label="Opening" {...id('introUrl')} options={choices.openings} defaultValue={theme.introUrl ?? ''} />
        <Select label="Credits" {...id('outroUrl')} options={choices.closings} defaultValue={theme.outroUrl ?? ''} />
        <Select label="Type" {...id('fontUrl')} options={choices.fonts} defaultValue={theme.fontUrl ?? ''} />
        <Field label="Colour of the type" {...id('fontColor')} type="color" defaultValue={theme.fontColor} />
        <Field
          label="Largest size of the name"
          {...id('fontSize')}
          type="number"
          min={THEME.size.min}
          max={THEME.size.max}
          step="any"
          hint="Pixels of a picture 1080 high."
          defaultValue={theme.fontSize}
        />
        <Field
          label="Space between lines"
          {...id('fontLineSpacing')}
          type="number"
          min={0.5}
          max={2}
          step="any"
          hint="1 is as the artwork has it."
          defaultValue={theme.fontLineSpacing}
        />
        <Field label="What the type stands on" {...id('textBoxColor')} type="color" defaultValue={theme.textBoxColor} />
      </div>
      {children}
      <h2>Scenes</h2>
      {[...theme.scenes, blank].map((scene, index) => (
        <SceneFields key={`${scene.id} ${scene.kind}`} scene={scene} index={index} problems={problems} />
      ))}
    </>
  );
}

/** A scene, or the place of a new one. */
type ShownScene = Omit<Scene, 'kind'> & { kind: Scene['kind'] | '' };

interface SceneFieldsProps {
  scene: ShownScene;
  index: number;
  problems: Readonly<Record<string, string>>;
}

function SceneFields({ scene, index, problems }: SceneFieldsProps) {
  const path = `scenes.${index}`;
  const id = (name: string) => ({
    id: `theme-${path}.${name}`,
    name: `${path}.${name}`,
    error: problems[`${path}.${name}`] ?? null,
  });
  const { kind } = scene;
  return (
    <details className="form-set__fold" open={kind === 'collage'}>
      <summary>{kind === '' ? 'Add a scene' : KINDS[kind]}</summary>
      <input type="hidden" name={`${path}.id`} value={scene.id} />
      <div className="form-set__pair">
        <Select
          label="Scene"
          {...id('kind')}
          options={[
            { value: '', label: kind === '' ? 'Choose one' : 'Leave it out' },
            ...SCENE_KINDS.map((value) => ({ value, label: KINDS[value] })),
          ]}
          defaultValue={kind}
        />
        <Select
          label="Transition"
          {...id('transition')}
          options={TRANSITIONS.map((value) => ({ value, label: MOVES[value] }))}
          defaultValue={scene.transition}
        />
        <Field label="Background" {...id('background')} type="color" defaultValue={scene.background} />
        <Field
          label="Seconds"
          {...id('length')}
          type="number"
          min={1}
          max={30}
          step="any"
          hint="Empty: as long as it takes."
          defaultValue={scene.length ?? ''}
        />
      </div>
      <TextArea
        label="Places of clips"
        {...id('cells')}
        rows={3}
        hint="For “Everybody at once”. A line for each: left, top, width and height between 0 and 1. Empty: a grid by itself."
        defaultValue={cellsInWords(scene.cells)}
      />
    </details>
  );
}
