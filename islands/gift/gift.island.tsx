import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { callOf } from '../../src/shared/call-of.ts';
import type { openedEvent } from '../../src/shared/contracts/events.ts';
import { duration } from '../../src/shared/format.ts';
import { ButtonLink } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Bow, Ribbon } from '../../views/ui/paper.tsx';
import { api } from '../runtime/api.ts';
import { GiftFilm } from './gift-film.tsx';
import type { GiftProps } from './gift-props.ts';

const tellThatItIsOpen = callOf<typeof openedEvent>('POST', '/api/v2/events/:id/opened');

type Stage = 'wrapped' | 'unwrapping' | 'open';

/** Longest that the paper may take to fall, should its animation never tell that it ended. Milliseconds. */
const FALL = 1600;

/** The gift: a parcel to unwrap, then the film. */
export default function Gift(props: GiftProps) {
  const { film, openKey } = props;
  const [stage, setStage] = useState<Stage>(props.isWrapped ? 'wrapped' : 'open');
  const wasTold = useRef(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (stage !== 'unwrapping') return;
    const timer = setTimeout(() => setStage('open'), FALL);
    return () => clearTimeout(timer);
  }, [stage]);

  // The focus was on the ribbon, which is gone now.
  useEffect(() => {
    if (stage === 'open' && props.isWrapped) place.current?.focus();
  }, [stage, props.isWrapped]);

  /** Only a person's own tap gets here; a preview robot runs no script and taps nothing. */
  function tellOpened() {
    if (wasTold.current || openKey === null) return;
    wasTold.current = true;
    api.call(tellThatItIsOpen, { params: { id: openKey }, query: {} }).catch(() => {
      wasTold.current = false;
    });
  }

  function unwrap(event: MouseEvent) {
    event.preventDefault();
    tellOpened();
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    setStage(isStill ? 'open' : 'unwrapping');
  }

  if (!film) return null;
  return (
    <>
      {stage !== 'wrapped' && (
        <div ref={place} tabIndex={-1} className="gift-inside">
          <GiftFilm {...props} film={film} onPlay={tellOpened} />
        </div>
      )}
      {stage !== 'open' && (
        <div
          className={stage === 'unwrapping' ? 'parcel is-unwrapping' : 'parcel'}
          onAnimationEnd={(event) => event.animationName === 'fall-apart' && setStage('open')}
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
              <h1>{props.names}</h1>
              <p>{props.lead}</p>
            </div>
            <div className="pull">
              <ButtonLink size="big" href={props.unwrapHref} onClick={unwrap}>
                Pull the ribbon
              </ButtonLink>
              <p className="hint">
                <Icon name="volume" />
                Turn your sound up. {duration(film.length)}, all for you.
              </p>
            </div>
          </div>
        </div>
      )}
    </>
  );
}
