import type { FieldProblem } from '../ui/error-summary.tsx';

/** Words by the name of a field, and what belongs to none. */
export interface FormProblems {
  error?: string | null;
  fields?: Record<string, string>;
}

export interface FormField {
  name: string;
  id: string;
  label: string;
}

/** The first of a form's fields, in the order in which they stand, that was refused. */
export function firstOf(names: readonly string[], refused: Record<string, string>): string | undefined {
  return names.find((name) => refused[name]);
}

/** The refused fields of a form in the order in which they stand on the page; the first gets the focus. */
export function problemsOf(fields: readonly FormField[], refused: Record<string, string> = {}): FieldProblem[] {
  return fields.flatMap(({ name, id, label }) => {
    const words = refused[name];
    return words ? [{ id, label, words }] : [];
  });
}
