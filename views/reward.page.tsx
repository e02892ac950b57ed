import type { PoolGift, Reward } from '../src/shared/contracts/rewards.ts';
import { count, listNames, money } from '../src/shared/format.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { RewardChoice, type RewardChoiceProps } from './presents/reward-choice.tsx';
import { RewardFrom } from './presents/reward-from.tsx';
import { type RefusedResend, RewardState } from './presents/reward-state.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Icon } from './ui/icon.tsx';
import { Banner } from './ui/notice.tsx';
import { Torn } from './ui/paper.tsx';

/** The title must not reveal the gift: link previews show it. */
export function rewardHead(occasion: OccasionType): PageHead {
  return {
    title: 'Something more for you: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'reward',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

export interface RewardPageProps extends Omit<RewardChoiceProps, 'here'> {
  site: SiteProps;
  /** The private key in the address. */
  privateKey: string;
  /** What a form said; null for none. */
  note: string | null;
  /** A card that was not mailed again; null for none. */
  notSent: RefusedResend | null;
  /** There is no partner. */
  isSandbox: boolean;
}

/** `/e/KEY/reward`: what everybody put in, and what it becomes. */
export function RewardPage(props: RewardPageProps) {
  const { site, gift, privateKey, note, notSent, isSandbox } = props;
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
            <RewardState
              key={each.id}
              reward={each}
              gift={gift}
              here={here}
              privateKey={privateKey}
              refused={notSent}
            />
          ))}
          {left > 0 && <RewardChoice {...props} here={here} />}
          {left === 0 && <Thank privateKey={privateKey} people={gift.people} />}
        </div>
        <RewardFrom gift={gift} privateKey={privateKey} />
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
    if (latest.bounce) return <h1 className="reward__head">Your card is still here</h1>;
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
      {gift.people === 0 && gift.trees === 0 && !latest && (
        <p className="l-lead">There’s nothing here to choose. The film itself is all yours.</p>
      )}
    </header>
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
