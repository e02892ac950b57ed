import type { PoolGift, Reward } from '../../src/shared/contracts/rewards.ts';
import { count, money } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';
import { Ribbon, Wrap } from '../ui/paper.tsx';

interface RewardStateProps {
  reward: Reward;
  gift: PoolGift;
  here: string;
  privateKey: string;
}

/** What became of one choice. */
export function RewardState({ reward, gift, here, privateKey }: RewardStateProps) {
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
