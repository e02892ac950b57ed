import type { MouseEvent } from 'react';
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
};

/** The wrapped gift on top of the film. */
export function Parcel({ names, lead, film, unwrapHref, isFalling, onPull, onFallen }: ParcelProps) {
  return (
    <div
      className={isFalling ? 'parcel is-unwrapping' : 'parcel'}
      onAnimationEnd={({ animationName, target }) => {
        const isPaper = target instanceof Element && target.matches('.half');
        if (isFalling && isPaper && (animationName === 'fall-apart' || animationName === 'fade-away')) onFallen();
      }}
    >
      <div className="half wrap" aria-hidden="true" />
      <div className="half wrap right" aria-hidden="true" />
      <div className="box">
        <Ribbon down />
        <Ribbon />
        <div className="knot">
          <Bow />
        </div>
        <div className="to">
          <p className="small">For</p>
          <h1>{names}</h1>
          <p>{lead}</p>
        </div>
        <div className="pull">
          <ButtonLink size="big" href={unwrapHref} onClick={onPull}>
            Pull the ribbon
          </ButtonLink>
          <p className="hint">
            <Icon name="volume" />
            Turn your sound up. {duration(film.length)}, all for you.
          </p>
        </div>
      </div>
    </div>
  );
}
