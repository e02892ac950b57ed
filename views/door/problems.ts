import type { FieldProblem } from '../ui/error-summary.tsx';

/** Messages by field name, and one for the whole form. */
export interface FormProblems {
  error?: string | null;
  fields?: Record<string, string>;
}

export interface FormField {
  name: string;
  id: string;
  label: string;
}

/** The first refused field in page order. */
export function firstOf(names: readonly string[], refused: Record<string, string>): string | undefined {
  return names.find((name) => refused[name]);
}

/** Refused fields in page order; the first gets the focus. */
export function problemsOf(fields: readonly FormField[], refused: Record<string, string> = {}): FieldProblem[] {
  return fields.flatMap(({ name, id, label }) => {
    const words = refused[name];
    return words ? [{ id, label, words }] : [];
  });
}
