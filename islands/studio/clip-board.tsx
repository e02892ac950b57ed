import { ClipGrid } from './clip-grid.tsx';
import { PickBar, type PickBarProps } from './pick-bar.tsx';

/** The clips as a grid, with actions for the selected ones. */
export function ClipBoard(props: PickBarProps) {
  return (
    <>
      <ClipGrid {...props} />
      <PickBar {...props} />
    </>
  );
}
