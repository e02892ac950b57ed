import type { ThemeValues } from '../../src/shared/contracts/theme-editor.ts';
import type { SCENE_KINDS } from '../../src/shared/contracts/themes.ts';
import { isKeyOf } from '../../src/shared/known-values.ts';
import type { FieldProblem } from '../ui/error-summary.tsx';

export const THEME_LABELS = {
  name: 'Name',
  introUrl: 'Opening',
  outroUrl: 'Credits',
  fontUrl: 'Type',
  fontColor: 'Colour of the type',
  fontSize: 'Largest size of the name',
  fontLineSpacing: 'Space between lines',
  textBoxColor: 'What the type stands on',
} as const;

export const KINDS: Record<(typeof SCENE_KINDS)[number], string> = {
  intro: 'Opening',
  clip: 'Clips',
  collage: 'Everybody at once',
  text: 'Text cards',
  outro: 'Credits',
};

export const SCENE_LABELS = {
  kind: 'Scene',
  transition: 'Transition',
  background: 'Background',
  length: 'Seconds',
  cells: 'Places of clips',
} as const;
export type SceneField = keyof typeof SCENE_LABELS;

/** What is wrong in the form of a theme; without an id where no field shows it. @param problems messages by field */
export function listProblems(problems: Readonly<Record<string, string>>, { scenes = [] }: ThemeValues): FieldProblem[] {
  return Object.entries(problems).map(([name, words]) => {
    const [first = '', index = '', field = ''] = name.split('.');
    const id = `theme-${name}`;
    if (isKeyOf(THEME_LABELS, name)) return { id, label: THEME_LABELS[name], words };
    if (first !== 'scenes') return { id: null, label: 'Theme', words };
    const kind = (index === '' ? null : scenes[Number(index)]?.kind) ?? '';
    const scene = isKeyOf(KINDS, kind) ? KINDS[kind] : 'Scenes';
    if (!isKeyOf(SCENE_LABELS, field)) return { id: null, label: scene, words };
    return { id, label: `${scene}, ${SCENE_LABELS[field].toLowerCase()}`, words };
  });
}
