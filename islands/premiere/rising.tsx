import { Sticker } from '../stickers/stickers.tsx';
import type { Floating } from './use-floating.ts';

export interface RisingProps {
  floating: readonly Floating[];
  onRisen(key: number): void;
}

/** Everybody's reactions, which rise for a moment over what they are in. */
export function Rising({ floating, onRisen }: RisingProps) {
  return (
    <div className="premiere__float" aria-hidden="true">
      {floating.map(({ key, reaction, place }) => (
        <span
          key={key}
          className="premiere__rise"
          style={{ insetInlineEnd: `${2 + place * 16}%` }}
          onAnimationEnd={() => onRisen(key)}
        >
          <Sticker reaction={reaction} />
        </span>
      ))}
    </div>
  );
}
