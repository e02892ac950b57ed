import { useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { giftNudgeWords } from '../../src/shared/gift-nudge-words.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { EditableWords } from './editable-words.tsx';

/** Words that remind of the gift without saying what it is, and the ways to pass them on from this device. */
export function GiveWords({ event: { occasion, recipients }, url }: { event: Event; url: string }) {
  const [words, write] = useState(() =>
    giftNudgeWords(
      occasion,
      recipients.map(({ firstName }) => firstName),
    ),
  );
  const [said, say] = useState('');
  const whole = `${words}\n${url}`;
  const [only, ...others] = recipients;
  const phone = others.length === 0 ? (only?.phone?.replace(/[^\d+]/g, '') ?? '') : '';
  const copy = () =>
    navigator.clipboard.writeText(whole).then(
      () => say('Copied. Paste it into any chat or email.'),
      () => say('Your browser won’t let us copy. Select the words instead.'),
    );
  const share = () => {
    const text = { text: words, url };
    // Closing the share sheet is not a failure.
    if (navigator.canShare?.(text)) navigator.share(text).catch(() => undefined);
    else void copy();
  };
  return (
    <div className="share">
      <p className="l-small">Or remind them yourself. These words don’t say what it is:</p>
      <EditableWords label="Your words" words={words} onChange={write}>
        <p className="l-small share__link">{url}</p>
      </EditableWords>
      <ul className="share__via">
        <li>
          <a
            href={`https://wa.me/${phone.startsWith('+') ? phone.slice(1) : ''}?text=${encodeURIComponent(whole)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="chat" />
            WhatsApp
          </a>
        </li>
        <li>
          <a href={`sms:${phone}?&body=${encodeURIComponent(whole)}`}>
            <Icon name="text" />
            Text
          </a>
        </li>
        <li>
          <button type="button" onClick={share}>
            <Icon name="share" />
            Share
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void copy()}>
            <Icon name="copy" />
            Copy
          </button>
        </li>
      </ul>
      <p className="l-small" role="status">
        {said}
      </p>
    </div>
  );
}
