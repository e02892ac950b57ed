import type { ComponentProps } from 'react';

export interface ListProps extends ComponentProps<'ul'> {
  /** Its order means something. */
  ordered?: boolean;
}

/** A list without bullets that Safari still reads as a list, which it does not without the role. */
export function List({ ordered, ...rest }: ListProps) {
  const Tag = ordered ? ('ol' as 'ul') : 'ul';
  // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets
  return <Tag {...rest} role="list" />;
}
