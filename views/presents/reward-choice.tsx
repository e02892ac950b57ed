import type { PoolGift, RewardProduct } from '../../src/shared/contracts/rewards.ts';
import { money } from '../../src/shared/format.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceGroup, Radio } from '../ui/choice.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Banner } from '../ui/notice.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { RewardCards } from './reward-cards.tsx';

export interface RewardChoiceProps {
  gift: PoolGift;
  /** Those with the name that is looked for; null while the partner does not answer. */
  products: RewardProduct[] | null;
  /** There are as many as are seen at once, or more. */
  hasMany: boolean;
  /** The name that is looked for; may be empty. */
  q: string;
  country: string;
  countries: SelectOption[];
  /** Path of the page. */
  here: string;
  values: { productId: string; recipientId: string; amount: string; email: string };
  errors: Partial<Record<'productId' | 'recipientId' | 'amount' | 'email' | 'form', string>>;
}

/** What a pool can become, to choose from: forms that need no script. */
export function RewardChoice(props: RewardChoiceProps) {
  const { gift, products, hasMany, q, country, countries, here, values, errors } = props;
  const open = gift.shares.filter(({ available }) => available > 0);
  const [only] = open;
  return (
    <section className="reward__choose" aria-labelledby="choose">
      <h2 id="choose">What would you like?</h2>
      <form className="reward__country" method="get" action={here}>
        <Select label="Country" name="country" defaultValue={country} options={countries} />
        {(hasMany || q !== '') && (
          <Field label="Look for a name" name="q" type="search" maxLength={60} autoComplete="off" defaultValue={q} />
        )}
        <Button type="submit" kind="quiet" size="small">
          Show
        </Button>
      </form>
      {products === null ? (
        <Banner tone="warn" title="Our gift card partner isn’t answering" action={<a href={here}>Try again</a>}>
          Your money is safe in the pool. Please look again in a few minutes.
        </Banner>
      ) : products.length === 0 && q !== '' ? (
        <Banner
          tone="info"
          title={`Nothing here is called “${q}”`}
          action={<a href={`${here}?country=${country}`}>Show everything</a>}
        >
          Try a shorter name.
        </Banner>
      ) : products.length === 0 ? (
        <Banner tone="info" title="There’s nothing to choose from in this country yet">
          Try another country, or write to us and we’ll find a way.
        </Banner>
      ) : (
        <form className="reward__form" method="post" action={here} aria-labelledby="choose">
          <input type="hidden" name="country" value={country} />
          <fieldset className="reward__set">
            <legend className="l-unseen">What it becomes</legend>
            <RewardCards products={products} chosen={values.productId || (products[0]?.id ?? '')} />
            {errors.productId && <FieldError>{errors.productId}</FieldError>}
          </fieldset>
          {open.length > 1 ? (
            <ChoiceGroup legend="Who is it for?" error={errors.recipientId ?? null}>
              {open.map(({ recipientId, name, available }) => (
                <Radio
                  key={recipientId}
                  name="recipientId"
                  value={recipientId}
                  label={
                    <>
                      <bdi>{name}</bdi>, {money(available)}
                    </>
                  }
                  defaultChecked={recipientId === (values.recipientId || only?.recipientId)}
                />
              ))}
            </ChoiceGroup>
          ) : (
            <input type="hidden" name="recipientId" value={only?.recipientId} />
          )}
          <div className="reward__fields">
            <Field
              label="How much, in dollars"
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={8}
              defaultValue={values.amount}
              hint={open.length > 1 ? 'Leave it empty for the whole share' : 'Take less and pick a second gift'}
              error={errors.amount}
            />
            <EmailField
              label="Send it to"
              autoComplete="email"
              required={false}
              defaultValue={values.email}
              hint="Leave it empty, and you get a link here"
              error={errors.email}
            />
          </div>
          {errors.form && <FieldError>{errors.form}</FieldError>}
          <Button type="submit" size="big">
            Get it
          </Button>
          <p className="l-fine">
            It usually takes minutes, and costs you nothing. Nothing is final until you press it.
          </p>
        </form>
      )}
    </section>
  );
}
