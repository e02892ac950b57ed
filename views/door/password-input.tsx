import { PASSWORD_MAX, PASSWORD_MIN } from '../../src/shared/limits.ts';
import { Island, type IslandProps } from '../base/island.tsx';

type Given = Partial<IslandProps<'password-field'>>;

/** The existing password. Default name: `password`. */
export function CurrentPassword(given: Given) {
  const props = {
    id: 'password',
    name: 'password',
    label: 'Password',
    autoComplete: 'current-password',
    maxLength: PASSWORD_MAX,
    ...given,
  } as const;
  return <Island name="password-field" props={props} />;
}

/** A new password. */
export function NewPassword(given: Given) {
  const props = {
    id: 'password',
    name: 'password',
    label: 'Password',
    hint: `${PASSWORD_MIN} characters or more. Four words in a row are easy to remember.`,
    autoComplete: 'new-password',
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    ...given,
  } as const;
  return <Island name="password-field" props={props} />;
}
