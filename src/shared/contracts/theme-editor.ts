import * as z from 'zod';
import { contract } from '../contract.ts';
import { cardPreview } from './card-preview.ts';
import { objectId } from './common.ts';
import { type Theme, type ThemeBody, themeBody } from './themes.ts';

/** Values of the editor's form, as a browser posts them: all text, empty where nothing was chosen. */
const words = z.string().max(2000);
const ticked = z.literal('on').optional();
const sceneValues = z.object({
  id: words,
  /** Empty: no scene. */
  kind: words,
  background: words,
  transition: words,
  length: words,
  /** Of a collage: a line for each place, its left, top, width and height in parts of the picture. */
  cells: words,
});

const themeValues = z.object({
  name: words,
  introUrl: words,
  outroUrl: words,
  fontUrl: words,
  fontColor: words,
  fontSize: words,
  fontLineSpacing: words,
  textBoxColor: words,
  isCollage: ticked,
  isPublic: ticked,
  occasions: z.array(words).max(60).optional(),
  scenes: z.array(sceneValues).max(20).optional(),
});
export type ThemeValues = z.infer<typeof themeValues>;

const themeCards = z.object({ about: z.string(), opening: cardPreview, closing: cardPreview });

export const previewThemeValues = contract({
  method: 'POST',
  path: '/api/v2/theme-preview',
  summary: 'How the cards of a theme would look, from the values of the form in which staff edit it.',
  access: 'theme.edit',
  body: themeValues,
  response: themeCards,
  limit: 'api',
  repeatable: true,
});

export const previewEventTheme = contract({
  method: 'POST',
  path: '/api/v2/events/:id/theme-preview',
  summary:
    'How the cards of an event’s film would look in a theme, from the values of the form for makers’ own themes.',
  access: 'event.edit',
  params: z.object({ id: objectId }),
  body: themeValues,
  response: themeCards,
  limit: 'api',
  repeatable: true,
});

/** The form as a theme's body, with the refusals of its API. */
export const themeForm = z.preprocess((sent) => {
  const values = themeValues.safeParse(sent);
  return values.success ? themeFromValues(values.data) : sent;
}, themeBody);

/** Still to be checked: of a wrong type where a value is no number. */
function themeFromValues(values: ThemeValues): Record<keyof ThemeBody, unknown> {
  return {
    name: values.name,
    introUrl: values.introUrl || null,
    outroUrl: values.outroUrl || null,
    fontUrl: values.fontUrl || null,
    fontColor: values.fontColor,
    fontSize: numberIn(values.fontSize),
    fontLineSpacing: numberIn(values.fontLineSpacing),
    textBoxColor: values.textBoxColor,
    isCollage: values.isCollage === 'on',
    isPublic: values.isPublic === 'on',
    occasions: values.occasions ?? [],
    scenes: chosenScenes(values).map(({ id, kind, background, transition, length, cells }, index) => ({
      id: id || `${kind}-${index}`,
      kind,
      background,
      transition,
      cells: cellsIn(cells),
      ...(length.trim() !== '' && { length: numberIn(length) }),
    })),
  };
}

/** A theme with what was typed into a refused form, as far as it makes sense. */
export function withTyped(theme: Theme, sent: unknown): Theme {
  const values = themeValues.safeParse(sent);
  if (!values.success) return theme;
  const typed: Record<string, unknown> = themeFromValues(values.data);
  const fine = Object.entries(themeBody.shape).filter(([name, field]) => field.safeParse(typed[name]).success);
  const kept = themeBody.partial().parse(Object.fromEntries(fine.map(([name]) => [name, typed[name]])));
  return { ...theme, ...kept };
}

/** What was typed into a refused form, without scenes that are left out; null for what the form can't have sent. */
export function typedValues(sent: unknown): ThemeValues | null {
  const values = themeValues.safeParse(sent);
  return values.success ? { ...values.data, scenes: chosenScenes(values.data) } : null;
}

/** A theme as the form has it. */
export function valuesOfTheme(theme: Theme): ThemeValues {
  return {
    name: theme.name,
    introUrl: theme.introUrl ?? '',
    outroUrl: theme.outroUrl ?? '',
    fontUrl: theme.fontUrl ?? '',
    fontColor: theme.fontColor,
    fontSize: String(theme.fontSize),
    fontLineSpacing: String(theme.fontLineSpacing),
    textBoxColor: theme.textBoxColor,
    ...(theme.isCollage && { isCollage: 'on' as const }),
    ...(theme.isPublic && { isPublic: 'on' as const }),
    occasions: theme.occasions,
    scenes: theme.scenes.map((scene) => ({
      ...scene,
      length: scene.length === undefined ? '' : String(scene.length),
      cells: cellsInWords(scene.cells),
    })),
  };
}

/** Messages by field of the form, which has all places of a scene in one. @param problems messages by part of a theme */
export function problemsByField(problems: Readonly<Record<string, string>>): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, words] of Object.entries(problems)) {
    const [, field = name, line] = /^(scenes\.\d+\.cells)\.(\d+)/.exec(name) ?? [];
    if (!found.has(field)) found.set(field, line === undefined ? words : `Place ${Number(line) + 1}: ${words}`);
  }
  return Object.fromEntries(found);
}

/** A scene of no kind is none. */
function chosenScenes({ scenes = [] }: ThemeValues) {
  return scenes.filter(({ kind }) => kind !== '');
}

/** What `cells` of the form is for these places. */
function cellsInWords(cells: readonly { x: number; y: number; width: number; height: number }[]): string {
  return cells.map(({ x, y, width, height }) => [x, y, width, height].join(' ')).join('\n');
}

function cellsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [x, y, width, height] = line
      .trim()
      .split(/[\s,;]+/)
      .map(numberIn);
    return { x, y, width, height };
  });
}

function numberIn(text: string): unknown {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
