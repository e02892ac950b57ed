import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first field that new errors are about, so that it is read with its error: on a phone it may be out of view.
 *
 * @param errors by field; a new object each time, so that the same error twice takes the focus twice
 * @returns the ref of what holds the fields, which have `aria-invalid`
 */
export function useFocusInvalid<T extends HTMLElement = HTMLFormElement>(errors: object): RefObject<T | null> {
  const fields = useRef<T>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return fields;
}
