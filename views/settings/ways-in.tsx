import type { Identity } from '../../src/shared/contracts/identities.ts';
import { PROVIDER_WORDS } from '../../src/shared/contracts/way-in-problems.ts';
import { date } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CodeFromApp } from '../ui/code-from-app.tsx';
import { FixedRow, Row } from './row.tsx';
import type { DateLook, Refused, SecurityFacts } from './settings-props.ts';

interface WaysInProps extends Pick<SecurityFacts, 'identities' | 'providers'> {
  /** Whether a two-factor code is required. */
  asksCode: boolean;
  refused: Refused | null;
  look: DateLook;
}

/** Google and Apple, if configured or linked. */
export function WaysIn({ identities, providers, asksCode, refused, look }: WaysInProps) {
  const names = new Set([...providers.map(({ name }) => name), ...identities.map(({ provider }) => provider)]);
  return [...names].map((name) => {
    const words = PROVIDER_WORDS[name];
    const known = identities.find(({ provider }) => provider === name);
    const href = providers.find((each) => each.name === name)?.href;
    if (!known) {
      return (
        <FixedRow
          key={name}
          title={words}
          value={`Log in with your ${words} account.`}
          action={
            href && (
              <ButtonLink kind="second" size="small" rel="nofollow" href={href}>
                Connect {words}
              </ButtonLink>
            )
          }
        />
      );
    }
    const problem = refused?.values.provider === name ? refused.fields?.code : undefined;
    return <Connected key={name} identity={known} asksCode={asksCode} problem={problem} look={look} />;
  });
}

interface ConnectedProps {
  identity: Identity;
  asksCode: boolean;
  /** Error of the code for disconnecting it. */
  problem: string | undefined;
  look: DateLook;
}

function Connected({ identity, asksCode, problem, look }: ConnectedProps) {
  const { provider, email, createdAt } = identity;
  const words = PROVIDER_WORDS[provider];
  const facts = {
    title: words,
    value: `${email ?? 'Your account there'}, since ${date(createdAt, { ...look, style: 'full' })}.`,
    badge: { tone: 'good', text: 'Connected' },
  } as const;
  const form = (
    <form
      method="post"
      action="/settings/profile/providers/disconnect"
      className={asksCode ? 'settings__inline-form' : undefined}
    >
      <input type="hidden" name="provider" value={provider} />
      {asksCode && <CodeFromApp id={`code-${provider}`} error={problem} focused={problem !== undefined} />}
      <Button type="submit" kind="second" size={asksCode ? undefined : 'small'}>
        Disconnect {words}
      </Button>
    </form>
  );
  if (!asksCode) return <FixedRow {...facts} action={form} />;
  return (
    <Row {...facts} id={`disconnect-${provider}`} act="Disconnect" isOpen={problem !== undefined}>
      {form}
    </Row>
  );
}
