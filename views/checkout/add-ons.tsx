import type { Cart, Product } from '../../src/shared/contracts/carts.ts';
import type { CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { money } from '../../src/shared/format.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { ProductPicture } from './product-picture.tsx';

type Lines = Cart['addons'];

/** More than a few would push what is to pay off the screen. */
const SHOWN = 4;

/** Extras beside the film. Each button sends the list as it would be then. */
export function AddOns({ view }: { view: CheckoutView }) {
  const { cart, addons, packageId } = view;
  // 4K is part of the largest package.
  const sold = addons.filter(({ id }) => id !== 'large' || packageId !== 'premium');
  if (sold.length === 0) return null;
  const isIn = ({ id }: Product) => cart.addons.some((line) => line.id === id);
  const [shown, folded] = [
    sold.filter((product, index) => index < SHOWN || isIn(product)),
    sold.filter((product, index) => index >= SHOWN && !isIn(product)),
  ];
  return (
    <section aria-labelledby="more" className="checkout__part">
      <h2 id="more">Anything else?</h2>
      <form method="post" action={`/checkout/${cart.id}/addons`}>
        <Rows products={shown} lines={cart.addons} />
        {folded.length > 0 && (
          <details className="checkout__folded">
            <summary>
              {folded.map(({ name }) => name).join(', ')}
              <Icon name="chevron" />
            </summary>
            <Rows products={folded} lines={cart.addons} />
          </details>
        )}
      </form>
    </section>
  );
}

function Rows({ products, lines }: { products: Product[]; lines: Lines }) {
  return (
    <List>
      {products.map((product) => (
        <li key={product.id} className="checkout__addon">
          <ProductPicture id={product.id} />
          <p>
            <strong>{product.name}</strong>
            <span className="l-small">{product.description}</span>
          </p>
          <span className="checkout__price">{money(product.amount)}</span>
          <AddOnButtons product={product} lines={lines} />
        </li>
      ))}
    </List>
  );
}

function AddOnButtons({ product: { id, name, kind }, lines }: { product: Product; lines: Lines }) {
  const quantity = lines.find((line) => line.id === id)?.quantity ?? 0;
  if (quantity === 0) {
    return (
      <Button
        type="submit"
        name="addons"
        value={withLine(lines, id, 1)}
        kind="second"
        size="small"
        aria-label={`Add ${name}`}
      >
        Add
      </Button>
    );
  }
  if (kind === 'addon') {
    return (
      <Button
        type="submit"
        name="addons"
        value={withLine(lines, id, 0)}
        kind="second"
        size="small"
        icon="check"
        aria-pressed
        aria-label={`Added: ${name}. Press to remove`}
      >
        Added
      </Button>
    );
  }
  return (
    <span className="checkout__stepper">
      <button
        type="submit"
        name="addons"
        value={withLine(lines, id, quantity - 1)}
        className="icon-button"
        aria-label={`One fewer: ${name}`}
      >
        <Icon name="minus" />
      </button>
      <span>
        {quantity}
        <span className="l-unseen"> of {name}</span>
      </span>
      <button
        type="submit"
        name="addons"
        value={withLine(lines, id, quantity + 1)}
        className="icon-button"
        aria-label={`One more: ${name}`}
      >
        <Icon name="plus" />
      </button>
    </span>
  );
}

/** The cart's lines with another quantity of one, as the form takes them. */
function withLine(lines: Lines, id: string, quantity: number): string {
  const others = lines.filter((line) => line.id !== id).map((line) => `${line.id}:${line.quantity}`);
  return [...others, ...(quantity > 0 ? [`${id}:${quantity}`] : [])].join(',');
}
