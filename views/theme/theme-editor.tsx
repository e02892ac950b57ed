import { problemsByField, type ThemeValues, valuesOfTheme } from '../../src/shared/contracts/theme-editor.ts';
import type { Theme } from '../../src/shared/contracts/themes.ts';
import type { ThemeCards } from '../../src/shared/theme-preview.ts';
import { Island } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { ThemeFields, type ThemeFieldsProps } from './theme-fields.tsx';
import { listProblems } from './theme-labels.ts';

export interface ThemeEditorProps extends Omit<ThemeFieldsProps, 'values'> {
  theme: Theme;
  /** What was typed into a form that was refused; null for none. */
  typed: ThemeValues | null;
  /** Where the form is posted; below it `/delete` and `/restore`. */
  path: string;
  preview: ThemeCards;
  /** The event whose names the cards have; null for names of nobody. */
  eventId: string | null;
}

const FORM = 'theme';

/** All of a theme as a form, with a live preview, and below it what deletes and restores it. Works without script. */
export function ThemeEditor({ path, preview, eventId, theme, typed, ...fields }: ThemeEditorProps) {
  const values = typed ?? valuesOfTheme(theme);
  const problems = problemsByField(fields.problems);
  const isNew = theme.id === 'new';
  return (
    <>
      <ErrorSummary problems={listProblems(problems, values)} />
      <div className="theme-editor">
        <section className="theme-editor__see" aria-label="Preview">
          <Island name="theme-live" when="load" props={{ formId: FORM, eventId, preview }} />
        </section>
        <form id={FORM} method="post" action={path} className="form-set">
          <ThemeFields {...fields} values={values} problems={problems} />
          <div className="l-row">
            <Button type="submit">{isNew ? 'Make this theme' : 'Save'}</Button>
          </div>
        </form>
      </div>
      {!isNew && (
        <form method="post" action={`${path}/${theme.deletedAt ? 'restore' : 'delete'}`} className="form-set__end">
          <p className="l-small">
            {theme.deletedAt
              ? 'Nobody can choose it. Films that have it keep it.'
              : 'Films that have it keep it. You can restore it for 30 days.'}
          </p>
          <Button type="submit" kind="second" size="small" icon={theme.deletedAt ? 'undo' : 'trash'}>
            {theme.deletedAt ? 'Restore this theme' : 'Delete this theme'}
          </Button>
        </form>
      )}
    </>
  );
}
