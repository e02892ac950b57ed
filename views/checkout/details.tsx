import type { CheckoutProblem, CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';

interface DetailsProps {
  view: CheckoutView;
  countries: SelectOption[];
  problem: CheckoutProblem | null;
}

/** Country, postal code and the address for the receipt. */
export function Details({ view: { cart }, countries, problem }: DetailsProps) {
  // A refused address of a parcel has a country and a postal code, too.
  const isRefused = problem?.values.email !== undefined;
  const value = (name: 'country' | 'postalCode' | 'email') => {
    const sent = isRefused ? problem?.values[name] : null;
    return typeof sent === 'string' ? sent : (cart[name] ?? '');
  };
  const error = (name: string) => problem?.fields[name] ?? null;
  return (
    <section aria-labelledby="where" className="checkout__part">
      <h2 id="where">Where you are</h2>
      <form method="post" action={`/checkout/${cart.id}/details`} className="checkout__details">
        <Select
          label="Country"
          name="country"
          autoComplete="country"
          options={countries}
          defaultValue={value('country')}
          error={error('country')}
        />
        <Field
          label={cart.country === 'US' ? 'ZIP code' : 'Postal code'}
          name="postalCode"
          autoComplete="postal-code"
          maxLength={16}
          defaultValue={value('postalCode')}
          error={error('postalCode')}
        />
        <Field
          label="Email for the receipt"
          name="email"
          type="email"
          autoComplete="email"
          className="checkout__wide"
          required
          defaultValue={value('email')}
          error={error('email')}
        />
        <Button type="submit" kind="second" size="small">
          Save
        </Button>
      </form>
    </section>
  );
}
