import { useId, useState } from 'react';
import { date } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { Button } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Names } from '../../views/ui/names.tsx';
import { EditableWords } from './editable-words.tsx';
import type { StudioProps } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

export interface ShareProps extends Pick<StudioProps, 'inviteUrl' | 'inviteText' | 'inviteCode'> {
  studio: Pick<Studio, 'event' | 'invitation' | 'writeInvitation'>;
}

/** Reveals nothing to a recipient who sees the screen. */
const SUBJECT = 'Can you help me with something?';

/** An editable invitation, and all ways to send it. */
export function ShareInvitation({ studio, inviteUrl, inviteText, inviteCode }: ShareProps) {
  const { event, invitation, writeInvitation } = studio;
  const [hasCode, setCode] = useState(false);
  const [said, say] = useState('');
  const code = useId();
  const { deadline, timeZone } = event;
  const by = deadline && !event.isClosed ? ` by ${date(deadline, { timeZone })}` : '';
  const words = invitation ?? inviteText.replace('{by}', by);
  const whole = `${words}\n${inviteUrl}`;

  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => say('Copied. Paste it into any chat or email.'),
      () => say('Your browser won’t let us copy. Select the link above instead.'),
    );
  const share = () => {
    const text = { text: words, url: inviteUrl };
    // Closing the share sheet is not a failure.
    if (navigator.canShare?.(text)) navigator.share(text).catch(() => undefined);
    else void copy(whole);
  };
  return (
    <div className="share">
      <EditableWords label="Your message" words={words} onChange={writeInvitation}>
        <p className="l-small share__link">{inviteUrl}</p>
      </EditableWords>
      <Button size="big" wide icon="share" onClick={share}>
        Share the invitation
      </Button>
      <ul className="share__via">
        <li>
          <a href={`https://wa.me/?text=${encodeURIComponent(whole)}`} target="_blank" rel="noopener noreferrer">
            <Icon name="chat" />
            WhatsApp
          </a>
        </li>
        <li>
          <a href={`mailto:?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(whole)}`}>
            <Icon name="mail" />
            Email
          </a>
        </li>
        <li>
          <button type="button" onClick={() => void copy(inviteUrl)}>
            <Icon name="link" />
            Copy link
          </button>
        </li>
        <li>
          <button type="button" aria-expanded={hasCode} aria-controls={code} onClick={() => setCode(!hasCode)}>
            <Icon name="qr" />
            QR code
          </button>
        </li>
      </ul>
      <p className="l-small" role="status">
        {said}
      </p>
      <div id={code} className="share__qr" hidden={!hasCode}>
        <img src={inviteCode} width={220} height={220} alt="QR code of the link to share" />
        <p className="l-small">
          For a table, a notice board or a printed invitation.{' '}
          <a href={inviteCode} download="vidday-code.svg">
            Save it to print
          </a>
        </p>
      </div>
      <p className="l-fine">
        Only people with the link can see this.
        {OCCASIONS[event.occasion].type !== 'memorial' && (
          <>
            {' '}
            Don’t send it to <Names of={event.recipients.map((each) => each.firstName)} fallback="the recipient" />.
          </>
        )}
      </p>
    </div>
  );
}
