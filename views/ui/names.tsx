import { Fragment, type ReactNode } from 'react';

export interface NamesProps {
  of: readonly string[];
  /** Maximum names; the others are counted. */
  most?: number;
  /** Text for an empty list. */
  fallback?: string;
}

/** "Ruth, Karl and 4 more", with each name in its own text direction. */
export function Names({ of, most = Number.POSITIVE_INFINITY, fallback = '' }: NamesProps) {
  const given = of.map((name) => name.trim()).filter(Boolean);
  if (given.length === 0) return fallback;
  const shown = given.slice(0, most);
  const more = given.length - shown.length;
  const last = shown.length - 1;
  return (
    <>
      {shown.map((name, index) => (
        <Fragment key={`${name}-${index.toString()}`}>
          {index > 0 && (index === last && more === 0 ? ' and ' : ', ')}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

/** A title with names, such as "Ruth’s birthday", each in its own text direction. */
export function Titled({ title, names }: { title: string; names: readonly string[] }): ReactNode {
  const name = names.find((each) => each !== '' && title.includes(each));
  if (!name) return title;
  const at = title.indexOf(name);
  const others = names.filter((each) => each !== name);
  return (
    <>
      <Titled title={title.slice(0, at)} names={others} />
      <bdi>{name}</bdi>
      <Titled title={title.slice(at + name.length)} names={others} />
    </>
  );
}
