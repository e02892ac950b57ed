import type { ComponentProps, ReactNode } from 'react';
import { clock, isoDuration } from '../../src/shared/format.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { cx } from './class-names.ts';
import type { IconName } from './icon.tsx';
import { Stamp, StampFill } from './stamp.tsx';

export type ClipKind = 'video' | 'photo' | 'text' | 'audio' | 'title';
export type ClipState = 'ready' | 'uploading' | 'preparing' | 'failed';

export interface ClipFace {
  /** Contributor, or description. */
  name: string;
  kind: ClipKind;
  state?: ClipState;
  posterUrl?: string | null;
  /** Text of a text card. */
  text?: string | null;
  /** Seconds; hidden while unknown. */
  length?: number | null;
  /** Left out of the film by the organiser. */
  isHidden?: boolean;
  /** Taken out by staff. */
  isTakenOut?: boolean | undefined;
  /** A remark such as "Too quiet"; takes precedence over the status. */
  note?: { tone?: BadgeTone; icon?: IconName; text: string } | null;
}

export interface ClipTileProps extends ClipFace {
  /** Selected, or playing. */
  isCurrent?: boolean;
  /** Read after the name, such as "3 of 12". */
  place?: string;
  /** Makes it a link. */
  href?: string;
  /** Makes it a button with these attributes. */
  button?: ComponentProps<'button'>;
  className?: string;
  /** Below the name and outside the button: actions, a progress bar. */
  children?: ReactNode;
}

function face({ state = 'ready', kind, isTakenOut, posterUrl, text }: ClipFace): ReactNode {
  if (isTakenOut) return <StampFill icon="lock" />;
  if (state === 'failed') return <StampFill icon="warn" />;
  if (kind === 'text') return <StampFill kind="words">{text ? `“${text}”` : null}</StampFill>;
  if (kind === 'audio' && !posterUrl) return <StampFill kind="voice" icon="mic" />;
  if (posterUrl) return null;
  return <StampFill kind={state === 'ready' ? 'plain' : 'skeleton'} icon={state === 'ready' ? 'film' : undefined} />;
}

function noteOf({ state = 'ready', kind, isHidden, isTakenOut, note }: ClipFace): ClipFace['note'] {
  if (isTakenOut) return { icon: 'lock', text: 'Taken out by us' };
  if (state === 'failed') return { tone: 'bad', text: 'Can’t be used' };
  if (isHidden) return { icon: 'eye-off', text: 'Left out' };
  if (state === 'uploading') return { tone: 'info', text: 'On its way' };
  if (state === 'preparing') return { tone: 'info', text: 'Preparing' };
  if (note) return note;
  if (kind === 'photo') return { icon: 'photo', text: 'Photo' };
  if (kind === 'audio') return { icon: 'mic', text: 'Voice' };
  if (kind === 'title') return { text: 'Title' };
  return null;
}

/** A clip as a stamp with name, length and status. */
export function ClipTile(props: ClipTileProps) {
  const { name, length, posterUrl, isHidden, isCurrent, place, href, button, className, children } = props;
  const note = noteOf(props);
  const inside = (
    <>
      <Stamp src={posterUrl}>{face(props)}</Stamp>
      <span className="clip-tile__who">
        <bdi className="clip-tile__name">{name}</bdi>
        {length != null && <time dateTime={isoDuration(length)}>{clock(length)}</time>}
      </span>
      {note && (
        <Badge tone={note.tone} icon={note.icon}>
          {note.text}
        </Badge>
      )}
      {place && <span className="l-unseen">{place}</span>}
    </>
  );
  const shared = {
    className: cx('clip-tile', className),
    'aria-current': isCurrent || undefined,
    'data-state': isHidden ? 'hidden' : undefined,
  };
  const tile = href ? (
    <a {...shared} href={href}>
      {inside}
    </a>
  ) : button ? (
    <button type="button" {...button} {...shared}>
      {inside}
    </button>
  ) : (
    <span {...shared}>{inside}</span>
  );
  return children ? (
    <div className="clip-tile__box">
      {tile}
      {children}
    </div>
  ) : (
    tile
  );
}
