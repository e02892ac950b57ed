import { ADD_ONS, type AddOn } from '../../src/shared/catalogue.ts';
import type { CheckoutProblem, CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { AddressFields } from '../orders/address-fields.tsx';
import { Button } from '../ui/button.tsx';
import type { SelectOption } from '../ui/select.tsx';

interface ShipToProps {
  view: CheckoutView;
  countries: SelectOption[];
  problem: CheckoutProblem | null;
}

/** Where things of this order go; nothing without things. */
export function ShipTo({ view: { cart }, countries, problem }: ShipToProps) {
  const isPosted = cart.addons.some(({ id }) => {
    const { ships }: AddOn = ADD_ONS[id];
    return ships;
  });
  if (!isPosted) return null;
  const isRefused = Object.keys(problem?.fields ?? {}).some((field) => field.startsWith('shipTo'));
  const sent = Object.fromEntries(
    Object.entries(problem?.values ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  return (
    <section aria-labelledby="ship" className="checkout__part">
      <h2 id="ship">Where it goes</h2>
      <p className="l-small">You can leave this for later: we ask again after paying.</p>
      <form method="post" action={`/checkout/${cart.id}/ship`} className="checkout__details">
        <AddressFields
          values={isRefused ? sent : (cart.shipTo ?? { country: cart.country })}
          countries={countries}
          fields={isRefused ? (problem?.fields ?? {}) : {}}
        />
        <Button type="submit" kind="second" size="small">
          Save the address
        </Button>
      </form>
    </section>
  );
}
