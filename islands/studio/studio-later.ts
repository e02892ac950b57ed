// One file for everything beyond the first screen: more files would split the scripts that islands share.
export { ClipBoard } from './clip-board.tsx';
export { ClipTools } from './clip-tools.tsx';
export { LateClips } from './late-clips.tsx';
export { StudioDialogs } from './studio-dialogs.tsx';
export { TightenOffer } from './tighten-offer.tsx';
export { ZoneQuestion } from './zone-question.tsx';
