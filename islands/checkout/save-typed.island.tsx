import { useEffect } from 'react';
import type { CallInput } from '../../src/shared/api-client.ts';
import { updateCart } from '../../src/shared/contracts/carts.ts';
import { shipToOf, type TypedAddress } from '../../src/shared/forms/ship-to-of.ts';
import { api } from '../runtime/api.ts';

type Change = CallInput<typeof updateCart>['body'];

/** The forms whose fields the payment depends on, by the end of their address: what they change of the cart. */
const FORMS: Record<string, (typed: Record<string, string>) => Change> = {
  details: ({ country = '', postalCode, email = '' }) => ({ country, email, postalCode: postalCode || null }),
  ship: (typed) => ({ shipTo: shipToOf(typed as TypedAddress) }),
};

/** Saves what was typed and not saved, such as where a parcel goes, before the order is paid. Shows nothing. */
export default function SaveTyped({ cartId }: { cartId: string }) {
  useEffect(() => {
    const path = `/checkout/${cartId}`;
    const onSubmit = (event: SubmitEvent) => {
      const { target: form } = event;
      if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
      if (form.getAttribute('action') !== `${path}/pay`) return;
      const unsaved = Object.keys(FORMS).flatMap((name) => {
        const found = document.querySelector<HTMLFormElement>(`form[action="${path}/${name}"]`);
        return found && isChanged(found) ? [{ name, form: found }] : [];
      });
      if (unsaved.length === 0) return;
      event.preventDefault();
      void saveAll(cartId, unsaved).then((refused) => post(refused ?? form));
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
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
    const body = FORMS[name]?.(typed) ?? {};
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

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((each) => {
    if (each instanceof HTMLSelectElement) {
      const first = [...each.options].find(({ defaultSelected }) => defaultSelected) ?? each.options[0];
      return each.value !== first?.value;
    }
    return each instanceof HTMLInputElement && each.value !== each.defaultValue;
  });
}
