import { type CSSProperties, type ReactNode, useContext } from 'react';
import { LIGHT } from './colours.ts';
import { MailFormat, SANS, SERIF } from './format.ts';

/** Words without a space, such as long names, must not widen the table. */
const TEXT = {
  fontFamily: SANS,
  fontSize: '17px',
  lineHeight: '1.55',
  color: LIGHT.ink,
  overflowWrap: 'anywhere',
} as const;
const PLAIN_TABLE = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

/** The first line of a mail. */
export function Heading({ children }: { children: ReactNode }) {
  if (useContext(MailFormat) === 'text')
    return (
      <>
        {children}
        {'\n\n'}
      </>
    );
  return (
    <h1
      className="ink big"
      style={{
        margin: '0 0 18px',
        fontFamily: SERIF,
        fontSize: '30px',
        lineHeight: '1.18',
        fontWeight: 400,
        overflowWrap: 'anywhere',
        color: LIGHT.ink,
      }}
    >
      {children}
    </h1>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Words className="ink" style={{ margin: '0 0 16px' }}>
      {children}
    </Words>
  );
}

/** Small print: how long something is valid, and what to do if it wasn't the reader. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Words className="soft" style={{ margin: '0 0 14px', fontSize: '15px', lineHeight: '1.5', color: LIGHT.soft }}>
      {children}
    </Words>
  );
}

/** A paragraph as HTML or as text. */
function Words({ className, style, children }: { className: string; style: CSSProperties; children: ReactNode }) {
  if (useContext(MailFormat) === 'text') {
    return (
      <>
        {children}
        {'\n\n'}
      </>
    );
  }
  return (
    <p className={className} style={{ ...TEXT, ...style }}>
      {children}
    </p>
  );
}

/** A user's own text with its line breaks. */
export function Quote({ text }: { text: string }) {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (useContext(MailFormat) === 'text')
    return (
      <>
        {lines.map((line) => `> ${line}\n`).join('')}
        {'\n'}
      </>
    );
  return (
    <table {...PLAIN_TABLE} width="100%" style={{ margin: '0 0 18px' }}>
      <tbody>
        <tr>
          <td className="wash" style={{ padding: '16px 20px 4px', backgroundColor: LIGHT.wash, borderRadius: '6px' }}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be alike
              <p key={at} className="ink" style={{ ...TEXT, margin: '0 0 12px' }}>
                {line}
              </p>
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Labelled facts, such as device and time. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  if (useContext(MailFormat) === 'text')
    return (
      <>
        {facts.map(([name, value]) => `${name}: ${value}\n`).join('')}
        {'\n'}
      </>
    );
  return (
    <table {...PLAIN_TABLE} width="100%" style={{ margin: '0 0 18px' }}>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <td
              className="soft rule"
              width="30%"
              style={{
                ...TEXT,
                padding: '9px 12px 9px 0',
                fontSize: '15px',
                color: LIGHT.soft,
                borderBottom: `1px solid ${LIGHT.rule}`,
                verticalAlign: 'top',
              }}
            >
              {name}
            </td>
            <td
              className="ink rule"
              style={{
                ...TEXT,
                padding: '9px 0',
                fontSize: '15px',
                borderBottom: `1px solid ${LIGHT.rule}`,
              }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The mail's main button. The URL is also printed, for programs that drop links. */
export function Action({ label, url }: { label: string; url: string }) {
  if (useContext(MailFormat) === 'text') return <>{`${label}:\n${url}\n\n`}</>;
  return (
    <>
      <table {...PLAIN_TABLE} className="wide" style={{ margin: '26px 0 16px' }}>
        <tbody>
          <tr>
            <td className="act" align="center" style={{ backgroundColor: LIGHT.coral, borderRadius: '8px' }}>
              <a
                href={url}
                style={{
                  display: 'block',
                  padding: '15px 28px',
                  fontFamily: SANS,
                  fontSize: '17px',
                  lineHeight: '1.3',
                  fontWeight: 700,
                  color: LIGHT.onCoral,
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p
        className="soft"
        style={{ ...TEXT, margin: '0 0 22px', fontSize: '13px', lineHeight: '1.5', color: LIGHT.soft }}
      >
        Or copy this address into your browser:
        <br />
        <a className="link" href={url} style={{ color: LIGHT.link, overflowWrap: 'anywhere', wordBreak: 'break-all' }}>
          {url}
        </a>
      </p>
    </>
  );
}
