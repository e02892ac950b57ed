import { domainEvent } from '../../platform/domain-events.ts';

/** A text did not arrive. `about` as it was given; `why`: what happened and what to do. */
export const textLost = domainEvent<{ about: string; why: string }>('texts.lost');

/** The owner of a number stopped our texts, or allows them again. */
export const textsChosen = domainEvent<{ phone: string; isStopped: boolean }>('texts.chosen');
