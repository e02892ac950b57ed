import type { Thanks } from '../src/shared/contracts/thanks.ts';
import { Letter } from './ui/card.tsx';
import { Icon } from './ui/icon.tsx';
import { List } from './ui/list.tsx';
import { Names } from './ui/names.tsx';

export interface ThanksReceivedProps {
  thanks: Thanks[];
  /** First names of the recipients. */
  from: string[];
  /** Candles instead of hearts. */
  isQuiet: boolean;
  /** Sent to the viewer, or to everyone in the film. */
  isOwn: boolean;
}

/** Thanks from the recipient, to one contributor or everyone; nothing if there are none. */
export function ThanksReceived({ thanks, from, isQuiet, isOwn }: ThanksReceivedProps) {
  if (thanks.length === 0) return null;
  const who = <Names of={from} />;
  const hearts = thanks.filter(({ kind }) => kind === 'heart');
  const words = thanks.filter(({ kind }) => kind !== 'heart');
  return (
    <section className="thanks-received" aria-labelledby="thanked">
      <h2 id="thanked">
        <Icon name={isQuiet ? 'candle' : 'hearted'} /> {who} {`${from.length > 1 ? 'say' : 'says'} thank you`}
      </h2>
      {hearts.length > 0 && !isQuiet && (
        <p>With a heart, {isOwn ? 'for your part in the film' : 'to everyone in the film'}.</p>
      )}
      {words.length > 0 && (
        <List className="l-stack">
          {words.map((each) => (
            <li key={each.id}>
              {each.kind === 'note' ? (
                <Letter sign={who}>{each.text ?? ''}</Letter>
              ) : (
                <ThanksVideo media={each.media} />
              )}
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

function ThanksVideo({ media }: { media: Thanks['media'] }) {
  if (media?.status === 'failed') return <p>There’s a video, but it can’t be played.</p>;
  if (!media?.previewUrl) return <p>There’s a video for you. It’s nearly ready; look again in a minute.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: somebody's own recording has no transcript
    <video
      controls
      playsInline
      preload="metadata"
      poster={media.posterUrl ?? undefined}
      src={media.previewUrl}
      aria-label="A video for you"
    />
  );
}
