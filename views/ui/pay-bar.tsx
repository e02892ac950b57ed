import type { ReactNode } from 'react';
import { money } from '../../src/shared/format.ts';
import { Icon } from './icon.tsx';

export interface PayBarProps {
  /** Amount to pay, in cents. */
  amount: number;
  /** Short reason: "Plus, to 20 min", or "get-well films are free". */
  reason: string;
  /** Details shown on tap; an amount in cents or a word such as "Free". */
  lines?: readonly { label: string; amount: number | string }[];
  /** A line above, such as the planned delivery. */
  above?: ReactNode;
  /** Primary button. */
  action: ReactNode;
  /** Replaces the price during a render: a `Progress`. */
  progress?: ReactNode;
}

/** Bottom bar of the studio: total, reason on tap, one button. */
export function PayBar({ amount, reason, lines = [], above, action, progress }: PayBarProps) {
  return (
    <div className="pay-bar">
      {above && <div className="l-page">{above}</div>}
      <div className="l-page pay-bar__in">
        {progress ? (
          <div className="pay-bar__progress">{progress}</div>
        ) : (
          <details className="pay-bar__why">
            <summary>
              <span className="pay-bar__price l-display">{money(amount, { short: amount === 0 })}</span>
              <span className="l-small">
                {reason}
                {lines.length > 0 && <Icon name="chevron" />}
              </span>
            </summary>
            {lines.length > 0 && (
              <dl>
                {lines.map((line) => (
                  <div key={line.label}>
                    <dt>{line.label}</dt>
                    <dd>{typeof line.amount === 'number' ? money(line.amount) : line.amount}</dd>
                  </div>
                ))}
              </dl>
            )}
          </details>
        )}
        {action}
      </div>
    </div>
  );
}
