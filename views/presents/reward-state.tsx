import { bounceWords } from '../../src/shared/card-bounces.ts';
import type { PoolGift, Reward } from '../../src/shared/contracts/rewards.ts';
import { count, money } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { Banner } from '../ui/notice.tsx';
import { Ribbon, Wrap } from '../ui/paper.tsx';

/** Why a card was not mailed again, and the address that was typed. */
export interface RefusedResend {
  id: string;
  email: string;
  message: string;
}

interface RewardStateProps {
  reward: Reward;
  gift: PoolGift;
  here: string;
  privateKey: string;
  /** Of any card; null for none. */
  refused: RefusedResend | null;
}

/** What became of one choice. */
export function RewardState({ reward, gift, here, privateKey, refused }: RewardStateProps) {
  const { id, status, amount, productName, link, email, recipientId, bounce } = reward;
  const ownRefusal = refused?.id === id ? refused : null;
  const resend = `${here}/${id}/resend?v=${privateKey}`;
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
        {email && !bounce && (
          <form method="post" action={resend}>
            <Button type="submit" kind="quiet" icon="mail">
              Didn’t get it?
            </Button>
          </form>
        )}
      </div>
      {email && !bounce && (
        <>
          <p className="l-small">
            It was sent to <bdi>{email}</bdi>.
          </p>
          {ownRefusal && <Banner tone="info" role="status" title={ownRefusal.message} />}
        </>
      )}
      {email && bounce && <CameBack bounce={bounce} email={email} action={resend} refused={ownRefusal} />}
    </section>
  );
}

interface CameBackProps {
  bounce: NonNullable<Reward['bounce']>;
  email: string;
  action: string;
  refused: RefusedResend | null;
}

/** The email came back: another address, or the same again where that may help. */
function CameBack({ bounce, email, action, refused }: CameBackProps) {
  return (
    <form method="post" action={action} className="reward__again" aria-label="Send it again">
      <Banner
        tone="warn"
        title={
          <>
            The email to <bdi>{email}</bdi> came back
          </>
        }
      >
        {`${bounceWords(bounce.why)} Your card is safe. Where should it go?`}
      </Banner>
      <EmailField
        label="Send it to"
        autoComplete="email"
        defaultValue={refused?.email ?? (bounce.canRepeat ? email : '')}
        error={refused?.message ?? null}
      />
      <Button type="submit" icon="mail">
        Send it again
      </Button>
    </form>
  );
}
