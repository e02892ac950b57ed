import { money } from '../src/shared/format.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Banner } from './ui/notice.tsx';

interface MemberFacts {
  id: string;
  name: string;
  /** Cents. */
  amount: number;
  session: 'open' | 'complete' | 'expired';
  status: string;
  cardLast4: string;
  cancelUrl: string;
  returnPath: string;
}

export interface SandboxMemberProps {
  site: SiteProps;
  member: MemberFacts;
}

function Sandbox() {
  return (
    <Banner tone="warn" icon="info" title="This is the payment sandbox">
      This copy of VidDay has no payment provider keys. No card is needed and nothing is charged.
    </Banner>
  );
}

/** Stand-in for the page on which somebody becomes a member. */
export function SubscribePage({ site, member }: SandboxMemberProps) {
  const { id, name, amount, session, cancelUrl } = member;
  return (
    <Layout site={site} mainClass="l-page message" isPaying>
      <Card stack>
        <Sandbox />
        <h1>{money(amount)}</h1>
        <p>{name}, renewed until it is cancelled</p>
        {session === 'open' ? (
          <form method="post" action={`/sandbox/subscribe/${id}`} className="l-row">
            <Button type="submit" size="big">
              Subscribe
            </Button>
            <ButtonLink kind="quiet" href={cancelUrl}>
              Not now
            </ButtonLink>
          </form>
        ) : (
          <p>{session === 'complete' ? 'This is paid already.' : 'This page has expired.'}</p>
        )}
      </Card>
    </Layout>
  );
}

const ACTS = [
  { act: 'good-card', label: 'Use a card that works (4242)' },
  { act: 'bad-card', label: 'Use a card that will be declined (0341)' },
  { act: 'end-period', label: 'Let the period end now' },
  { act: 'give-up', label: 'Let the last attempt fail' },
] as const;

/** Stand-in for the provider's portal, with what only time and banks do elsewhere. */
export function PortalPage({ site, member }: SandboxMemberProps) {
  return (
    <Layout site={site} mainClass="l-page message" isPaying>
      <Card stack>
        <Sandbox />
        <h1>Your subscription</h1>
        <p>
          {member.name}, {money(member.amount)}. Card ending {member.cardLast4}. State: {member.status}.
        </p>
        {ACTS.map(({ act, label }) => (
          <form key={act} method="post" action={`/sandbox/portal/${member.id}`}>
            <input type="hidden" name="act" value={act} />
            <Button type="submit" kind="second">
              {label}
            </Button>
          </form>
        ))}
        <p>
          <a href={member.returnPath}>Back to VidDay</a>
        </p>
      </Card>
    </Layout>
  );
}
