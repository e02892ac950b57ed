import { useEffect } from 'react';
import type { CallInput } from '../../src/shared/api-client.ts';
import { updateCart } from '../../src/shared/contracts/carts.ts';
import { shipToOf, type TypedAddress } from '../../src/shared/forms/ship-to-of.ts';
import { api } from '../runtime/api.ts';

type Change = CallInput<typeof updateCart>['body'];

/** The forms whose fields the payment depends on, by the end of their address: what they change of the cart. */
const FORMS: Record<string, (typed: Record<string, string>, form: HTMLFormElement) => Change> = {
  details: ({ country = '', postalCode, email = '' }) => ({ country, email, postalCode: postalCode || null }),
  ship: (typed, form) => ({ shipTo: isLeftOut(form) ? null : shipToOf(typed as TypedAddress) }),
};

/** Saves what was typed and not saved, such as where a parcel goes, before the order is paid. Shows nothing. */
export default function SaveTyped({ cartId }: { cartId: string }) {
  useEffect(() => {
    const path = `/checkout/${cartId}`;
    let isSaving = false;
    const onSubmit = (event: SubmitEvent) => {
      const { target: form } = event;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
      if (form.getAttribute('action') !== `${path}/pay`) return;
      if (isSaving) return event.preventDefault();
      const unsaved = Object.keys(FORMS).flatMap((name) => {
        const found = document.querySelector<HTMLFormElement>(`form[action="${path}/${name}"]`);
        return found && ([...found.elements].some(isChanged) || isRefused(found, name)) ? [{ name, form: found }] : [];
      });
      if (unsaved.length === 0) return;
      event.preventDefault();
      isSaving = true;
      void saveAll(cartId, unsaved).then((refused) => post(refused ?? form));
    };
    // Going back may bring this page as it was left.
    const forget = () => {
      isSaving = false;
    };
    document.addEventListener('submit', onSubmit);
    window.addEventListener('pageshow', forget);
    return () => {
      document.removeEventListener('submit', onSubmit);
      window.removeEventListener('pageshow', forget);
    };
  }, [cartId]);
  return null;
}

/** The first form that was not saved; posted, it leads to a page that says why. */
async function saveAll(
  id: string,
  unsaved: readonly { name: string; form: HTMLFormElement }[],
): Promise<HTMLFormElement | null> {
  for (const { name, form } of unsaved) {
    const typed = Object.fromEntries([...new FormData(form)].map(([field, value]) => [field, String(value)]));
    const body = FORMS[name]?.(typed, form) ?? {};
    const isSaved = await api.call(updateCart, { params: { id }, body }).then(
      () => true,
      () => false,
    );
    if (!isSaved) return form;
  }
  return null;
}

/** As its button does, without asking again. A field may have the name of a method. */
function post(form: HTMLFormElement): void {
  HTMLFormElement.prototype.submit.call(form);
}

/** What was refused is shown again, and still not saved. An address may be left for later instead. */
function isRefused(form: HTMLFormElement, name: string): boolean {
  return name === 'details' && form.querySelector('[aria-invalid=true]') !== null;
}

/** Every line of an address is empty, and no other country was chosen. */
function isLeftOut(form: HTMLFormElement): boolean {
  return [...form.elements].every((field) =>
    field instanceof HTMLInputElement ? field.value.trim() === '' : !isChanged(field),
  );
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return field.value !== first?.value;
  }
  return field instanceof HTMLInputElement && field.value !== field.defaultValue;
}
