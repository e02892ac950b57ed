import type { ThemeValues } from '../../src/shared/contracts/theme-editor.ts';

/** The values of the theme editor's form, as it would be posted. */
export function valuesOf(form: HTMLFormElement): ThemeValues {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  const ticked = (name: string) => (data.has(name) ? { [name]: 'on' as const } : {});
  const scenes: ThemeValues['scenes'] = [];
  for (let index = 0; data.has(`scenes.${index}.kind`); index++) {
    const of = (name: string) => text(`scenes.${index}.${name}`);
    scenes.push({
      id: of('id'),
      kind: of('kind'),
      background: of('background'),
      transition: of('transition'),
      length: of('length'),
      cells: of('cells'),
    });
  }
  return {
    name: text('name'),
    introUrl: text('introUrl'),
    outroUrl: text('outroUrl'),
    fontUrl: text('fontUrl'),
    fontColor: text('fontColor'),
    fontSize: text('fontSize'),
    fontLineSpacing: text('fontLineSpacing'),
    textBoxColor: text('textBoxColor'),
    ...ticked('isCollage'),
    ...ticked('isPublic'),
    occasions: data.getAll('occasions[]').map(String),
    scenes,
  };
}
