import type * as z from 'zod';

/**
 * Default message for a refused field. Passed to zod as the error map of a parse, used only where the schema has no
 * message.
 */
export function fieldWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Please fill this in.'
        : `Please give ${KINDS[issue.expected] ?? 'another value'}.`;
    case 'too_small':
      return tooSmall(String(issue.origin), Number(issue.minimum));
    case 'too_big':
      return tooBig(String(issue.origin), Number(issue.maximum));
    case 'invalid_value':
      return issue.input === undefined ? 'Please choose one.' : 'This is not one of the choices.';
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This doesn’t look right.';
    case 'unrecognized_keys':
      return 'There is a field here that we don’t know.';
    default:
      return 'Please check this.';
  }
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  date: 'a date',
};

const FORMATS: Record<string, string> = {
  email: 'Check the address: it should look like name@example.com.',
  url: 'Check the link: it should begin with https://.',
  datetime: 'Please enter a date and a time.',
  date: 'Please enter a date.',
  uuid: 'This is not an id.',
};

function tooSmall(origin: string, least: number): string {
  if (origin === 'string') return least <= 1 ? 'Please fill this in.' : `At least ${least} characters, please.`;
  if (origin === 'array') return least <= 1 ? 'At least one, please.' : `At least ${least}, please.`;
  return `${least} or more, please.`;
}

function tooBig(origin: string, most: number): string {
  if (origin === 'string') return `At most ${most} characters, please.`;
  if (origin === 'array') return `At most ${most}, please.`;
  return `${most} or less, please.`;
}
