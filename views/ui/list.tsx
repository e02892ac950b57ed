import type { ComponentProps } from 'react';

export interface ListProps extends ComponentProps<'ul'> {
  /** Its order means something. */
  ordered?: boolean;
}

/** A list without bullets that is still read as one: Safari drops the role of such lists unless it is said. */
export function List({ ordered, ...rest }: ListProps) {
  const Tag = ordered ? ('ol' as 'ul') : 'ul';
  return <Tag {...rest} role="list" />;
}
