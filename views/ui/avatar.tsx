import { initial, listNames } from '../../src/shared/format.ts';
import { cx } from './class-names.ts';

export interface Person {
  name: string;
  imageUrl?: string | null;
}

const TINTS = ['', 'avatar--b', 'avatar--c'];

/** A stable colour for each person. */
function tintOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return TINTS[sum % TINTS.length] ?? '';
}

export interface AvatarProps extends Person {
  as?: 'span' | 'li';
}

/** A picture or an initial; decorative, as the name is next to it. */
export function Avatar({ name, imageUrl, as: Tag = 'span' }: AvatarProps) {
  return (
    <Tag className={cx('avatar', tintOf(name))}>
      {imageUrl ? <img src={imageUrl} width="480" height="360" alt="" loading="lazy" /> : initial(name)}
    </Tag>
  );
}

export interface AvatarsProps {
  people: readonly Person[];
  /** Total number, if `people` is only part of it. */
  total?: number;
  /** Maximum faces. Default: 5. */
  max?: number;
}

/** A row of faces and the number of others. Screen readers get a sentence of names. */
export function Avatars({ people, total = people.length, max = 5 }: AvatarsProps) {
  const shown = people.slice(0, max);
  const more = total - shown.length;
  const names = shown.map((person) => person.name);
  return (
    <div className="avatar__row" role="img" aria-label={listNames(more > 0 ? [...names, `${more} more`] : names)}>
      {shown.map((person, index) => (
        <Avatar key={`${person.name}-${index.toString()}`} {...person} />
      ))}
      {more > 0 && <span className="avatar avatar--more">+{more}</span>}
    </div>
  );
}
