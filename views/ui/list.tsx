import type { ComponentProps } from 'react';

export interface ListProps extends ComponentProps<'ul'> {
  /** The order is significant. */
  ordered?: boolean;
}

/** A list without bullets that keeps its semantics in Safari, by an explicit role. */
export function List({ ordered, ...rest }: ListProps) {
  const Tag = ordered ? ('ol' as 'ul') : 'ul';
  return <Tag {...rest} role="list" />;
}
