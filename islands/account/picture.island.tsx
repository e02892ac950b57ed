import { type ChangeEvent, useRef, useState } from 'react';
import type { ProfilePicture, UserProfile } from '../../src/shared/contracts/profiles.ts';
import type { Envelope } from '../../src/shared/envelope.ts';
import { initial } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';

export interface PictureProps {
  userId: string;
  name: string;
  sources: ProfilePicture['sources'];
}

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
const LOST = 'The picture didn’t get through. Check your connection and try again.';

/** Somebody's own picture: choose one, or take it away. */
export default function Picture({ userId, name, sources: first }: PictureProps) {
  const [sources, setSources] = useState(first);
  const [step, setStep] = useState<'ready' | 'saving' | 'removing'>('ready');
  const [said, setSaid] = useState<{ words: string; isBad: boolean } | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function send(method: 'PUT' | 'DELETE', done: string, picture?: File): Promise<void> {
    setStep(picture ? 'saving' : 'removing');
    setSaid(null);
    const answer = await request(`/api/v2/user-profiles/${userId}/picture`, method, picture);
    setStep('ready');
    if (answer.isGood) setSources(answer.sources);
    setSaid(answer.isGood ? { words: done, isBad: false } : { words: answer.words, isBad: true });
  }

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const picture = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = '';
    if (picture) void send('PUT', 'Picture saved.', picture);
  }

  return (
    <div className="settings__picture">
      <span className="settings__face" aria-hidden="true">
        {sources.length > 0 ? <Face sources={sources} /> : initial(name)}
      </span>
      <div className="l-stack l-stack--tight">
        <div className="l-row l-needs-script">
          <label className="button button--second button--small">
            <Icon name="photo" />
            {step === 'saving' ? 'Saving …' : sources.length > 0 ? 'Change picture' : 'Add a picture'}
            <input
              ref={file}
              className="l-unseen"
              type="file"
              accept={TYPES}
              onChange={choose}
              disabled={step !== 'ready'}
            />
          </label>
          {sources.length > 0 && (
            <Button
              kind="quiet"
              size="small"
              busy={step === 'removing'}
              onClick={() => void send('DELETE', 'Picture removed.')}
            >
              Remove it
            </Button>
          )}
        </div>
        <p className="l-small l-needs-script">Works best with your face in the middle.</p>
        <div role="status">
          {said && (said.isBad ? <FieldError>{said.words}</FieldError> : <p className="l-small">{said.words}</p>)}
        </div>
      </div>
    </div>
  );
}

const FACE = 88;

function Face({ sources }: Pick<PictureProps, 'sources'>) {
  const set = (type: string) =>
    sources
      .filter((each) => each.type === type)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ');
  const sizes = `${FACE}px`;
  return (
    <picture>
      <source type="image/avif" srcSet={set('image/avif')} sizes={sizes} />
      <img srcSet={set('image/webp')} sizes={sizes} src={sources.at(-1)?.url} width={FACE} height={FACE} alt="" />
    </picture>
  );
}

type Answer = { isGood: true; sources: ProfilePicture['sources'] } | { isGood: false; words: string };

async function request(path: string, method: 'PUT' | 'DELETE', picture?: File): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(picture && { 'content-type': picture.type }) },
      ...(picture && { body: picture }),
    });
    const answer = (await response.json()) as Envelope<UserProfile>;
    if (!answer.success) return { isGood: false, words: answer.error.message };
    return { isGood: true, sources: answer.data.picture?.sources ?? [] };
  } catch {
    return { isGood: false, words: LOST };
  }
}
