import { Island } from '../base/island.tsx';
import { List } from '../ui/list.tsx';
import type { SampleMessage } from './content.ts';

interface SampleMessagesProps {
  title: string;
  lead: string;
  samples: readonly SampleMessage[];
}

/** Invitations to copy. Without script, one tap selects the whole text. */
export function SampleMessages({ title, lead, samples }: SampleMessagesProps) {
  return (
    <section className="l-page occasion-words__lend" id="words" aria-labelledby="words-title">
      <div className="occasion-words__lend-head">
        <h2 id="words-title">{title}</h2>
        <p className="l-lead">{lead}</p>
        <p className="l-small l-without-script">Hold or click a text to select all of it.</p>
      </div>
      <List className="occasion-words__letters">
        {samples.map(({ to, text }) => (
          <li key={to} className="letter">
            <h3>{to}</h3>
            <p className="l-display occasion-words__to-copy">{text}</p>
            <Island name="copy-message" props={{ text }} />
          </li>
        ))}
      </List>
    </section>
  );
}
