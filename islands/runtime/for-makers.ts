import type { Audience } from '../../src/shared/contracts/socket-events.ts';

/** `onJoined` of a page for makers: somebody who is none of them any more goes to My VidDays. */
export function forMakers(onJoined: () => void): (audience?: Audience) => void {
  return (audience) => (audience === 'everyone' ? window.location.assign('/dashboard') : onJoined());
}
