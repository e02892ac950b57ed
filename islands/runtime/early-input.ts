type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a person has put into a field before its component was alive. */
interface EarlyInput {
  field: Field;
  kind: 'text' | 'checked' | 'choice' | 'files';
  value: string;
  selected: number[];
  selection: [number, number] | null;
}

/**
 * Remembers every field inside `element` that differs from the HTML it came as. React sets fields back to their
 * state when it takes over, and its components have not heard of the change.
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

/** Puts the values back in the way a person would, so that `onChange` and `onInput` hear of them. */
export function replayInputs(inputs: EarlyInput[]) {
  for (const { field, kind, value, selected, selection } of inputs) {
    if (kind === 'checked') {
      const box = field as HTMLInputElement;
      box.checked = box.defaultChecked;
      box.click();
    } else if (kind === 'files') {
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (kind === 'choice') {
      for (const option of (field as HTMLSelectElement).options) option.selected = selected.includes(option.index);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
      // First by script, which React notes, then past it, so that it sees a difference.
      field.value = (field as HTMLInputElement).defaultValue;
      setNativeValue(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (selection && document.activeElement === field) {
        (field as HTMLInputElement).setSelectionRange(...selection);
      }
    }
  }
}

function changed(field: Field): EarlyInput['kind'] | null {
  if (field instanceof HTMLSelectElement) {
    // Without a chosen option in the HTML, the browser shows the first one of a simple list.
    const options = [...field.options];
    const none = !field.multiple && !options.some((option) => option.defaultSelected);
    const differs = options.some((option, index) => option.selected !== (none ? index === 0 : option.defaultSelected));
    return differs ? 'choice' : null;
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      // Of a group of radios only the chosen one is repeated; it clears the others.
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
  // Numbers, dates and the like have no caret to ask for.
  return field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd ?? field.selectionStart];
}

/** React shadows `value` on the element itself to notice changes made by script; a person's typing goes past that. */
function setNativeValue(field: Field, value: string) {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}
