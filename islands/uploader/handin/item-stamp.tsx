import type { IconName } from '../../../views/ui/icon.tsx';
import { Stamp, StampFill } from '../../../views/ui/stamp.tsx';
import type { UploadItem } from '../core/upload-item.ts';

/** The sign of each kind, where there is no picture. */
export const SIGN: Record<UploadItem['kind'], IconName> = { video: 'film', photo: 'photo', audio: 'mic', text: 'pen' };

interface ItemStampProps {
  item: UploadItem;
  /** A picture made in this browser; the server's goes first. */
  poster?: string;
  className?: string;
}

/** An item as a stamp: its picture, its words, or a sign. */
export function ItemStamp({ item, poster, className }: ItemStampProps) {
  // The middle of a card would cut its words off.
  const src = item.kind === 'text' ? null : (item.media?.posterUrl ?? poster);
  if (src) return <Stamp className={className} src={src} alt="" lazy={false} />;
  // In the small ones there is no room for words.
  const text = className ? null : item.text;
  return (
    <Stamp className={className}>
      <StampFill
        kind={item.kind === 'text' ? 'words' : item.kind === 'audio' ? 'voice' : 'plain'}
        icon={text ? undefined : SIGN[item.kind]}
      >
        {text}
      </StampFill>
    </Stamp>
  );
}
