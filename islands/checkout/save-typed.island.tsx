import { useEffect } from 'react';

interface SaveTypedProps {
  /** Address that pays; its forms go there. */
  pay: string;
  /** Of the forms whose fields the payment depends on. */
  forms: string;
}

/** Saves what was typed and not saved, such as where a parcel goes, before the order is paid. Shows nothing. */
export default function SaveTyped({ pay, forms }: SaveTypedProps) {
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const { target: form } = event;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.getAttribute('action') !== pay) return;
      const unsaved = [...document.querySelectorAll<HTMLFormElement>(forms)].filter(isChanged);
      if (unsaved.length === 0) return;
      event.preventDefault();
      void saveAll(unsaved).then((refused) => post(refused ?? form));
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, [pay, forms]);
  return null;
}

/** The first form that was not saved; the page that it leads to says why. */
async function saveAll(forms: readonly HTMLFormElement[]): Promise<HTMLFormElement | null> {
  for (const form of forms) if (!(await isSaved(form))) return form;
  return null;
}

async function isSaved(form: HTMLFormElement): Promise<boolean> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  try {
    const body = new URLSearchParams(fields);
    const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, redirect: 'manual' });
    // A form that was taken leads on.
    return answer.type === 'opaqueredirect';
  } catch {
    return false;
  }
}

/** As its button does, without asking again. A field may have the name of a method. */
function post(form: HTMLFormElement): void {
  HTMLFormElement.prototype.submit.call(form);
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((each) => {
    if (each instanceof HTMLSelectElement) {
      const first = [...each.options].find(({ defaultSelected }) => defaultSelected) ?? each.options[0];
      return each.value !== first?.value;
    }
    return each instanceof HTMLInputElement && each.value !== each.defaultValue;
  });
}
