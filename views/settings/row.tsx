import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

interface RowProps {
  id: string;
  title: string;
  /** Current value. */
  value?: ReactNode;
  badge?: { tone?: BadgeTone; text: string } | null;
  /** Label of the opening control. */
  act?: string;
  /** Opened by the URL, or shown again with errors. */
  isOpen?: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** A setting with its value, and a form that opens below, also without script. */
export function Row({ id, title, value, badge, act = 'Change', isOpen = false, danger, children }: RowProps) {
  return (
    <details
      className={danger ? 'settings__setting settings__setting--danger' : 'settings__setting'}
      id={id}
      open={isOpen}
    >
      <summary>
        <span className="settings__title">{title}</span>
        <RowValue value={value} badge={badge} />
        <span className="settings__act">{act}</span>
      </summary>
      <div className="settings__body">{children}</div>
    </details>
  );
}

interface FixedRowProps {
  title: string;
  value?: ReactNode;
  badge?: RowProps['badge'];
  /** A button or a link. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A setting with a single action. */
export function FixedRow({ title, value, badge, action, children }: FixedRowProps) {
  return (
    <div className="settings__setting">
      <div className="settings__line">
        <span className="settings__title">{title}</span>
        <RowValue value={value} badge={badge} />
        {action && <div className="settings__do">{action}</div>}
      </div>
      {children && <div className="settings__body">{children}</div>}
    </div>
  );
}

function RowValue({ value, badge }: Pick<RowProps, 'value' | 'badge'>) {
  return (
    <span className="settings__value">
      {value} {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
    </span>
  );
}
