import { treeCertificate } from '../src/shared/contracts/contributions.ts';
import type { PoolGift, Reward, RewardProduct } from '../src/shared/contracts/rewards.ts';
import { count, listNames, money } from '../src/shared/format.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { RewardCards } from './presents/reward-cards.tsx';
import { Avatar } from './ui/avatar.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { ChoiceGroup, Radio } from './ui/choice.tsx';
import { EmailField } from './ui/email-field.tsx';
import { Field, FieldError } from './ui/field.tsx';
import { Icon } from './ui/icon.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { Ribbon, Torn, Wrap } from './ui/paper.tsx';
import { Select, type SelectOption } from './ui/select.tsx';
import { TreeArt } from './ui/tree-art.tsx';

/** The title must not reveal the gift: link previews show it. */
export function rewardHead(occasion: OccasionType): PageHead {
  return {
    title: 'Something more for you: VidDay',
    indexed: false,
    referrer: 'no-referrer',
    sheet: 'reward',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

export interface RewardPageProps {
  site: SiteProps;
  gift: PoolGift;
  /** Null while the partner does not answer. */
  products: RewardProduct[] | null;
  country: string;
  countries: SelectOption[];
  /** The private key in the address. */
  privateKey: string;
  values: { productId: string; recipientId: string; amount: string; email: string };
  errors: Partial<Record<'productId' | 'recipientId' | 'amount' | 'email' | 'form', string>>;
  /** What a form said; null for none. */
  note: string | null;
  /** There is no partner. */
  isSandbox: boolean;
}

/** `/e/KEY/reward`: what everybody put in, and what it becomes. */
export function RewardPage(props: RewardPageProps) {
  const { site, gift, privateKey, note, isSandbox } = props;
  const here = `/e/${privateKey}/reward`;
  const left = gift.shares.reduce((sum, { available }) => sum + available, 0);
  const [latest] = gift.rewards;
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      stays="as-anybody"
      mainClass="l-page reward"
      header={<Torn isDecoration className="reward__roll" />}
      after={
        <footer className="l-page reward__tiny">
          <p className="l-fine">
            Only people with this link can see this page. <a href="/">Make one for someone</a>
          </p>
        </footer>
      }
    >
      <a className="reward__back" href={`/e/${privateKey}`}>
        <Icon name="arrow-left" />
        Your film
      </a>
      <Head gift={gift} left={left} latest={latest} />
      {isSandbox && (
        <Banner tone="info" title="This copy has no gift card partner">
          The cards here are for trying: no shop takes them, and no email is sent.
        </Banner>
      )}
      {note && <Banner tone="good" role="status" title={note} />}
      <div className="reward__two">
        <div className="reward__main">
          {shownRewards(gift.rewards).map((each) => (
            <RewardState key={each.id} reward={each} gift={gift} here={here} privateKey={privateKey} />
          ))}
          {left > 0 && <Choose {...props} here={here} />}
          {left === 0 && <Thank privateKey={privateKey} people={gift.people} />}
        </div>
        <From gift={gift} privateKey={privateKey} />
      </div>
    </Layout>
  );
}

/** A refusal is news until the next choice. */
function shownRewards(rewards: readonly Reward[]): Reward[] {
  return rewards.filter(({ status }, at) => status !== 'returned' || at === 0);
}

function Head({ gift, left, latest }: { gift: PoolGift; left: number; latest: Reward | undefined }) {
  const names = listNames(gift.shares.map(({ name }) => name));
  if (left === 0 && latest?.status === 'delivered') {
    return (
      <header className="reward__head">
        <h1>Here it is. Enjoy!</h1>
        {latest.email && (
          <p className="l-lead">
            It’s on its way to <bdi>{latest.email}</bdi>.
          </p>
        )}
      </header>
    );
  }
  return (
    <header className="reward__head">
      {gift.people > 0 && (
        <p className="l-lead">
          {count(gift.people, 'person', 'people')} put something in for you, <bdi>{names}</bdi>.
        </p>
      )}
      <h1>
        {left > 0 ? (
          <>
            <span className="l-num">{money(left, { short: true })}</span> to spend as you like
          </>
        ) : gift.trees > 0 && gift.total === 0 ? (
          <>{count(gift.trees, 'tree')} for you</>
        ) : (
          'Your present'
        )}
      </h1>
    </header>
  );
}

interface StateProps {
  reward: Reward;
  gift: PoolGift;
  here: string;
  privateKey: string;
}

/** What became of one choice. */
function RewardState({ reward, gift, here, privateKey }: StateProps) {
  const { id, status, amount, productName, link, email, recipientId } = reward;
  const sum = money(amount);
  if (status === 'returned') {
    return (
      <Banner tone="warn" title={`It didn’t work, the ${sum} are back in your pool`}>
        {`${productName} couldn’t be ordered. Nothing is lost: choose again, or choose something else.`}
      </Banner>
    );
  }
  if (status !== 'delivered') {
    return (
      <Banner tone="info" icon="clock" title={`${productName}, ${sum}: on its way`}>
        {email
          ? 'We’re waiting for our gift card partner. It comes by email, and we keep asking until it’s there.'
          : 'We’re waiting for our gift card partner. Come back in a few minutes; we keep asking until it’s there.'}
      </Banner>
    );
  }
  const owner = gift.shares.find((share) => share.recipientId === recipientId)?.name ?? '';
  return (
    <section className="reward__given" aria-label={`Your ${productName}`}>
      <Wrap className="reward__gift">
        <Ribbon />
        <div className="reward__label">
          <p className="l-small">{productName}</p>
          <p className="l-display l-num reward__sum">{sum}</p>
          <p className="l-small">
            For <bdi>{owner}</bdi>, from {count(gift.people, 'person', 'people')}
          </p>
        </div>
      </Wrap>
      <div className="l-row">
        {link && (
          <ButtonLink size="big" href={link} rel="noreferrer">
            Open your card
          </ButtonLink>
        )}
        {email && (
          <form method="post" action={`${here}/${id}/resend?v=${privateKey}`}>
            <Button type="submit" kind="quiet" icon="mail">
              Email it again
            </Button>
          </form>
        )}
      </div>
      {email && (
        <p className="l-small">
          It was sent to <bdi>{email}</bdi>.
        </p>
      )}
    </section>
  );
}

function Choose(props: RewardPageProps & { here: string }) {
  const { gift, products, country, countries, here, values, errors } = props;
  const open = gift.shares.filter(({ available }) => available > 0);
  const [only] = open;
  return (
    <section className="reward__choose" aria-labelledby="choose">
      <h2 id="choose">What would you like?</h2>
      <form className="reward__country" method="get" action={here}>
        <Select label="Country" name="country" defaultValue={country} options={countries} />
        <Button type="submit" kind="quiet" size="small">
          Show
        </Button>
      </form>
      {products === null ? (
        <Banner tone="warn" title="Our gift card partner isn’t answering" action={<a href={here}>Try again</a>}>
          Your money is safe in the pool. Please look again in a few minutes.
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
                  label={`${name}, ${money(available)}`}
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

function Thank({ privateKey, people }: { privateKey: string; people: number }) {
  if (people === 0) return null;
  return (
    <section className="reward__thank" aria-labelledby="thank">
      <h2 id="thank">Tell them what it became</h2>
      <p className="l-small">A line or a short clip, and everyone gets it.</p>
      <p>
        <ButtonLink kind="second" icon="heart" href={`/e/${privateKey}`}>
          Say thank you
        </ButtonLink>
      </p>
    </section>
  );
}

const SHOWN = 4;

function From({ gift, privateKey }: { gift: PoolGift; privateKey: string }) {
  const more = gift.from.slice(SHOWN);
  return (
    <aside className="reward__from" aria-label="From">
      {gift.from.length > 0 && (
        <>
          <h2>From</h2>
          <People of={gift.from.slice(0, SHOWN)} />
          {more.length > 0 && (
            <details>
              <summary>All {gift.from.length}</summary>
              <People of={more} />
            </details>
          )}
        </>
      )}
      {gift.trees > 0 && (
        <div className="reward__trees">
          <TreeArt />
          <p>
            <strong>
              {gift.total > 0 ? 'And ' : ''}
              {gift.trees === 1 ? 'one tree is' : `${gift.trees} trees are`} growing for you.
            </strong>
            <br />
            <a href={treeCertificate(privateKey)}>Your certificate</a>
          </p>
        </div>
      )}
    </aside>
  );
}

function People({ of }: { of: PoolGift['from'] }) {
  return (
    <List className="reward__people">
      {of.map(({ name, message }, at) => (
        <li key={`${name}-${at.toString()}`}>
          <Avatar name={name ?? '?'} />
          <p>
            <strong>{name === null ? 'Someone who’d rather not say' : <bdi>{name}</bdi>}</strong>
            {message && (
              <span className="l-display" dir="auto">
                {message}
              </span>
            )}
          </p>
        </li>
      ))}
    </List>
  );
}
