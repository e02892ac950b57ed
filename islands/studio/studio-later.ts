// One file for what opens on demand: more files would split the scripts that islands share. What the page shows by
// itself is not here, as it would push the rest aside when it arrives.
export { ClipTools } from './clip-tools.tsx';
export { PickBar } from './pick-bar.tsx';
export { StudioDialogs } from './studio-dialogs.tsx';
