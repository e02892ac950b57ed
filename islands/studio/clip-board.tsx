import { ClipGrid } from './clip-grid.tsx';
import { PickBar, type PickBarProps } from './pick-bar.tsx';

/** The clips as a grid, and what can be done with those that are picked. */
export function ClipBoard(props: PickBarProps) {
  return (
    <>
      <ClipGrid {...props} />
      <PickBar {...props} />
    </>
  );
}
