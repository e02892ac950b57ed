import { cx } from './class-names.ts';

/** Every icon there is; each has a mask of the same name in static/css/ui/icon.css. */
export const ICON_NAMES = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'bell',
  'calendar',
  'camera',
  'cc',
  'chat',
  'check',
  'chevron',
  'chevron-right',
  'chevron-up',
  'clock',
  'close',
  'copy',
  'download',
  'exit-fullscreen',
  'external',
  'eye',
  'eye-off',
  'film',
  'flip',
  'fullscreen',
  'gift',
  'grip',
  'heart',
  'help',
  'info',
  'link',
  'lock',
  'log-out',
  'mail',
  'menu',
  'mic',
  'minus',
  'more',
  'music',
  'muted',
  'offline',
  'pause',
  'pen',
  'photo',
  'play',
  'plus',
  'quality',
  'rec',
  'redo',
  'retry',
  'send',
  'settings',
  'share',
  'skip-back',
  'skip-forward',
  'star',
  'stop',
  'text',
  'trash',
  'trim',
  'turn',
  'undo',
  'upload',
  'user',
  'users',
  'video',
  'volume',
  'warn',
  'wifi',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

interface IconProps {
  name: IconName;
  className?: string;
}

/** A sign in the colour and size of the text around it. It has no name of its own: the control or the word beside it has. */
export function Icon({ name, className }: IconProps) {
  return <span className={cx('i', `i-${name}`, className)} aria-hidden="true" />;
}
