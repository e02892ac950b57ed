type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Input in a field before hydration. */
interface EarlyInput {
  field: Field;
  kind: 'text' | 'checked' | 'choice' | 'files';
  value: string;
  selected: number[];
  selection: [number, number] | null;
}

/**
 * Records all fields in `element` that differ from their HTML. Hydration resets fields to their state, and components
 * don't know of earlier changes.
 */
export function earlyInputs(element: Element): EarlyInput[] {
  const found: EarlyInput[] = [];
  for (const field of element.querySelectorAll<Field>('input,textarea,select')) {
    const kind = changed(field);
    if (!kind) continue;
    const selected = field instanceof HTMLSelectElement ? [...field.selectedOptions].map((option) => option.index) : [];
    found.push({ field, kind, value: field.value, selected, selection: caret(field) });
  }
  return found;
}

/** Restores values like user input, so that `onChange` and `onInput` fire. */
export function replayInputs(inputs: EarlyInput[]) {
  for (const { field, kind, value, selected, selection } of inputs) {
    if (kind === 'checked' && field instanceof HTMLInputElement) {
      field.checked = field.defaultChecked;
      field.click();
    } else if (kind === 'files') {
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.selected = selected.includes(option.index);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      // First set the default through React, then the value natively, so that React sees a change.
      field.value = field.defaultValue;
      setNativeValue(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (selection && document.activeElement === field) field.setSelectionRange(...selection);
    }
  }
}

function changed(field: Field): EarlyInput['kind'] | null {
  if (field instanceof HTMLSelectElement) {
    // Without a selected option in the HTML, browsers show the first one of a simple list.
    const options = [...field.options];
    const none = !field.multiple && !options.some((option) => option.defaultSelected);
    const differs = options.some((option, index) => option.selected !== (none ? index === 0 : option.defaultSelected));
    return differs ? 'choice' : null;
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      // Replay only the checked radio of a group; it clears the others.
      if (field.checked === field.defaultChecked) return null;
      return field.type === 'radio' && !field.checked ? null : 'checked';
    }
    if (field.type === 'file') return field.files?.length ? 'files' : null;
    if (/^(button|submit|reset|image|hidden)$/.test(field.type)) return null;
  }
  return field.value === field.defaultValue ? null : 'text';
}

function caret(field: Field): [number, number] | null {
  if (field instanceof HTMLSelectElement || document.activeElement !== field) return null;
  // Number and date inputs have no caret.
  return field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd ?? field.selectionStart];
}

/** React overrides `value` on the element to detect changes by script; use the native setter, as typing does. */
function setNativeValue(field: Field, value: string) {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}
