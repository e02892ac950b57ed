import type { NewsType, Notification } from '../../src/shared/contracts/notifications.ts';
import { cx } from '../../views/ui/class-names.ts';
import { Icon, type IconName } from '../../views/ui/icon.tsx';

const LOOKS: Record<NewsType, readonly [tone: 'good' | 'info' | 'warn' | 'bad', icon: IconName]> = {
  clipArrived: ['good', 'video'],
  clipFailed: ['bad', 'warn'],
  rsvp: ['info', 'user'],
  deadline: ['warn', 'clock'],
  previewReady: ['info', 'play'],
  filmReady: ['good', 'film'],
  filmFailed: ['bad', 'warn'],
  paid: ['good', 'check'],
  paymentFailed: ['warn', 'warn'],
  refunded: ['info', 'undo'],
  delivered: ['info', 'send'],
  unopened: ['warn', 'gift'],
  opened: ['info', 'gift'],
  thankYou: ['good', 'mail'],
  guestbook: ['good', 'pen'],
  present: ['good', 'gift'],
  reward: ['info', 'gift'],
  chatAnswer: ['info', 'chat'],
  organiserAdded: ['info', 'users'],
  reportResolved: ['info', 'check'],
  order: ['info', 'gift'],
  postcard: ['info', 'mail'],
  archiveSoon: ['warn', 'clock'],
};

interface NewsLineProps {
  line: Notification;
  /** How long ago. */
  when: string;
  /** Called when it is opened. */
  onOpen?: () => void;
}

/** One line of news, all of it a link. */
export function NewsLine({ line, when, onOpen }: NewsLineProps) {
  const { type, title, text, url, readAt } = line;
  const [tone, icon] = LOOKS[type];
  const isNew = readAt === null;
  return (
    <li className={cx('news-line', isNew && 'news-line--new')}>
      <span className={`news-line__icon news-line__icon--${tone}`} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div className="news-line__words">
        <p>
          <a href={url} onClick={onOpen}>
            <strong dir="auto">{title}</strong>
          </a>
          {isNew && <span className="l-unseen">, new</span>}
        </p>
        {text && (
          <p className="l-small" dir="auto">
            {text}
          </p>
        )}
        <p className="l-fine">{when}</p>
      </div>
      {isNew && <span className="news-line__dot" aria-hidden="true" />}
    </li>
  );
}
