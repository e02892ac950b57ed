import { type ChangeEvent, useRef, useState } from 'react';
import {
  type ProfilePicture,
  removePicture,
  setPicture,
  type UserProfile,
} from '../../src/shared/contracts/profiles.ts';
import { initial } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { FieldError } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { api, isRefused } from '../runtime/api.ts';

export interface PictureProps {
  userId: string;
  name: string;
  sources: ProfilePicture['sources'];
}

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
/** For a large picture on a slow line, in milliseconds. */
const PATIENCE = 300_000;
const LOST = 'The picture didn’t get through. Check your connection and try again.';

/** Chooses or removes the profile picture. */
export default function Picture({ userId, name, sources: first }: PictureProps) {
  const [sources, setSources] = useState(first);
  const [step, setStep] = useState<'ready' | 'saving' | 'removing'>('ready');
  const [said, setSaid] = useState<{ words: string; isBad: boolean } | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function change(during: 'saving' | 'removing', done: string, call: () => Promise<UserProfile>): Promise<void> {
    setStep(during);
    setSaid(null);
    try {
      const { picture } = await call();
      setSources(picture?.sources ?? []);
      setSaid({ words: done, isBad: false });
    } catch (error) {
      setSaid({ words: isRefused(error) ? error.message : LOST, isBad: true });
    }
    setStep('ready');
  }

  const params = { id: userId };
  const save = (body: File) =>
    change('saving', 'Picture saved.', () => api.call(setPicture, { params, body, timeout: PATIENCE }));
  const remove = () => change('removing', 'Picture removed.', () => api.call(removePicture, { params }));

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const picture = event.target.files?.[0];
    // Allows choosing the same file again after a failure.
    event.target.value = '';
    if (picture) void save(picture);
  }

  return (
    <div className="settings-picture">
      <span className="settings-picture__face" aria-hidden="true">
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
            <Button kind="quiet" size="small" busy={step === 'removing'} onClick={() => void remove()}>
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
