import type { MouseEvent, ReactNode } from 'react';
import { duration } from '../../src/shared/format.ts';
import { ButtonLink } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Bow, Ribbon } from '../../views/ui/paper.tsx';
import type { GiftProps } from './gift-props.ts';

type ParcelProps = Pick<GiftProps, 'names' | 'lead' | 'film' | 'unwrapHref'> & {
  isFalling: boolean;
  onPull(event: MouseEvent): void;
  /** The paper has fallen off. */
  onFallen(): void;
  /** What is asked before. */
  children?: ReactNode;
};

/** The wrapped gift on top of the film. */
export function Parcel({ names, lead, film, unwrapHref, isFalling, onPull, onFallen, children }: ParcelProps) {
  return (
    <div
      className={isFalling ? 'recipient__parcel recipient__parcel--unwrapping' : 'recipient__parcel'}
      onAnimationEnd={({ animationName, target }) => {
        const isPaper = target instanceof Element && target.matches('.recipient__half');
        if (isFalling && isPaper && (animationName === 'fall-apart' || animationName === 'fade-away')) onFallen();
      }}
    >
      <div className="recipient__half wrap" aria-hidden="true" />
      <div className="recipient__half wrap recipient__half--right" aria-hidden="true" />
      <div className="recipient__box">
        <Ribbon down />
        <Ribbon />
        <div className="recipient__knot">
          <Bow />
        </div>
        <div className="recipient__to">
          <p className="l-small">For</p>
          <h1>{names}</h1>
          <p>{lead}</p>
        </div>
        <div className="recipient__pull">
          <ButtonLink size="big" href={unwrapHref} onClick={onPull}>
            Pull the ribbon
          </ButtonLink>
          <p className="field__hint">
            <Icon name="volume" />
            Turn your sound up. {duration(film.length)}, all for you.
          </p>
          {children}
        </div>
      </div>
    </div>
  );
}
