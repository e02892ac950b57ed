import { useState } from 'react';
import { directPremiere, type PremiereAction, planPremiere } from '../../src/shared/contracts/premieres.ts';
import { Button } from '../../views/ui/button.tsx';
import { Menu, MenuButton } from '../../views/ui/menu.tsx';
import { CopyButton } from '../clipboard/copy-button.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import type { PremiereState } from './use-premiere.ts';

const FIVE_MINUTES = 5 * 60_000;
const BACK = 10;

/** What a host does for everyone. */
export function HostBar({ state, shareUrl }: { state: PremiereState; shareUrl: string | null }) {
  const { premiere, status, target, take } = state;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { eventId: id, startsAt } = premiere;

  async function change(work: () => Promise<typeof premiere>) {
    setBusy(true);
    setProblem(null);
    try {
      take(await work());
    } catch (error) {
      setProblem(reasonOf(error));
    }
    setBusy(false);
  }
  const direct = (action: PremiereAction, position?: number) =>
    void change(() =>
      api.call(directPremiere, { params: { id }, body: { action, ...(position !== undefined && { position }) } }),
    );
  const later = () => {
    const next = new Date(Math.max(Date.parse(startsAt), Date.now()) + FIVE_MINUTES).toISOString();
    void change(() => api.call(planPremiere, { params: { id }, body: { startsAt: next } }));
  };
  const isBefore = status === 'planned' || status === 'lobby';

  return (
    <section className="premiere__host l-needs-script" aria-label="For the host">
      <p className="l-small">
        <strong>You’re the host.</strong>{' '}
        {isBefore ? 'Share the link with everyone who should come.' : 'You pause it for everyone.'}
      </p>
      <div className="l-row">
        {isBefore && shareUrl && (
          <CopyButton kind="second" size="small" icon="copy" value={shareUrl}>
            Copy the link
          </CopyButton>
        )}
        {isBefore && (
          <>
            <Button kind="second" size="small" busy={isBusy} onClick={later}>
              Wait 5 more minutes
            </Button>
            <Button kind="second" size="small" icon="play" busy={isBusy} onClick={() => direct('start')}>
              Start now
            </Button>
          </>
        )}
        {status === 'playing' && (
          <Button kind="second" size="small" icon="pause" busy={isBusy} onClick={() => direct('pause')}>
            Pause for everyone
          </Button>
        )}
        {status === 'paused' && (
          <Button kind="second" size="small" icon="play" busy={isBusy} onClick={() => direct('play')}>
            Go on for everyone
          </Button>
        )}
        <Menu label="More for the host" upwards>
          {!isBefore && (
            <MenuButton icon="skip-back" onClick={() => direct('seek', Math.max(0, target() - BACK))}>
              Back {BACK} seconds
            </MenuButton>
          )}
          {!isBefore && (
            <MenuButton icon="retry" onClick={() => direct('seek', 0)}>
              From the beginning
            </MenuButton>
          )}
          <MenuButton icon="stop" onClick={() => direct('end')}>
            {isBefore ? 'Call it off' : 'End it for everyone'}
          </MenuButton>
        </Menu>
      </div>
      {problem && (
        <p className="l-small premiere__problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
