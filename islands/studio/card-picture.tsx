import { useEffect, useState } from 'react';
import { drawTextCard } from '../../src/shared/contracts/text-card.ts';
import { api } from '../runtime/api.ts';

/** Milliseconds without a change after which the card is drawn. */
const PAUSE = 300;

interface CardPictureProps {
  eventId: string;
  text: string;
  contributor: { name: string; with?: string[] | undefined };
}

/** A text card as the film will show it, drawn again soon after each change. The words are beside it, in their field. */
export function CardPicture({ eventId, text, contributor: { name, with: others } }: CardPictureProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on these
  useEffect(() => {
    if (!text.trim()) return;
    let isOutdated = false;
    const draw = async () => {
      const body = { text, contributor: { name, ...(others && { with: others }) } };
      const drawn = await api.call(drawTextCard, { params: { id: eventId }, body }).catch(() => null);
      if (isOutdated) return;
      setFailed(drawn === null);
      if (drawn) setUrl(drawn.url);
    };
    const timer = setTimeout(() => void draw(), url ? PAUSE : 0);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [text, name]);
  return (
    <div className="studio-dialogs__card">
      {url && !hasFailed && <img src={url} alt="The card in the film" />}
      {!url && !hasFailed && <p className="l-small">Drawing the card</p>}
      {hasFailed && <p className="l-small">The card can’t be shown right now. Its words are safe.</p>}
    </div>
  );
}
