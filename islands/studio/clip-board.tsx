import { ClipGrid } from './clip-grid.tsx';
import { orderClips } from './many-clips.ts';
import { PickBar, type PickBarProps } from './pick-bar.tsx';

/** The clips as a grid, with actions for the selected ones. */
export function ClipBoard(props: PickBarProps) {
  return (
    <>
      <ClipGrid {...props} onOrder={(ids) => void orderClips(props.studio, ids)} />
      <PickBar {...props} />
    </>
  );
}
