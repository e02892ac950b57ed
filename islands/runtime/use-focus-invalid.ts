import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first field that new errors are about, so that it is read with its error: on a phone it may be out of view.
 *
 * @returns the ref of the form, whose fields have `aria-invalid`
 */
export function useFocusInvalid(errors: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return form;
}
