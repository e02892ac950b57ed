import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { List } from './list.tsx';

export interface TimelineProps extends ComponentProps<'div'> {
  /** Accessible name, such as "Clips in order. Move a clip with the arrow keys." */
  label: string;
  /** `li`s with a `ClipTile` or a `Slot`. */
  children: ComponentProps<'ol'>['children'];
}

/** Stamps on a ribbon, in order. Scrolls sideways; one tab stop unless its tiles take focus. */
export function Timeline({ label, className, children, tabIndex = 0, ...rest }: TimelineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups clips
    <div {...rest} className={cx('timeline', className)} role="group" tabIndex={tabIndex} aria-label={label}>
      <List ordered>{children}</List>
    </div>
  );
}
