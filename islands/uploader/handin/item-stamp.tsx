import type { IconName } from '../../../views/ui/icon.tsx';
import { Stamp, StampFill } from '../../../views/ui/stamp.tsx';
import type { UploadItem } from '../core/upload-item.ts';

/** Icons for items without a picture. */
export const SIGN: Record<UploadItem['kind'], IconName> = { video: 'film', photo: 'photo', audio: 'mic', text: 'pen' };

interface ItemStampProps {
  item: UploadItem;
  /** A local poster; the server's takes precedence. */
  poster?: string;
  className?: string;
}

/** An item as a stamp: picture, text, or icon. */
export function ItemStamp({ item, poster, className }: ItemStampProps) {
  // Cropping a card would cut its text off.
  const src = item.kind === 'text' ? null : (item.media?.posterUrl ?? poster);
  if (src) return <Stamp className={className} src={src} alt="" lazy={false} />;
  // Small stamps have no space for text.
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
