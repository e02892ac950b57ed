import type { ReactNode } from 'react';
import { SITE_NAME } from '../../../shared/site-facts.ts';
import { LIGHT, RIBBON, sheetFor } from './colours.ts';
import { SANS, SERIF } from './format.ts';
import type { MailPaper } from './mail-paper.ts';

const PLAIN_TABLE = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
const SMALL = { fontFamily: SANS, fontSize: '13px', lineHeight: '1.55', color: LIGHT.soft } as const;
/** Invisible characters that keep the body out of the preview line. */
const GAP = '\u034f\u200c\u00a0'.repeat(60);

export interface LayoutProps {
  subject: string;
  preheader: string;
  reason: string;
  origin: string;
  /** Unsubscribe URL; null for mandatory mails. */
  stopUrl: string | null;
  /** Of the event's occasion; null for the brand's ribbon. */
  paper: MailPaper | null;
  children: ReactNode;
}

/** HTML layout of every mail: tables and inline styles for mail programs; loads nothing. */
export function Layout({ subject, preheader, reason, origin, stopUrl, paper, children }: LayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="robots" content="noindex" />
        <title>{subject}</title>
        <style>{sheetFor(paper)}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: LIGHT.paper }}>
        <div
          style={{
            display: 'none',
            maxHeight: 0,
            overflow: 'hidden',
            fontSize: '1px',
            lineHeight: '1px',
            color: LIGHT.paper,
          }}
        >
          {preheader}
          {GAP}
        </div>
        <table {...PLAIN_TABLE} className="paper" width="100%" style={{ backgroundColor: LIGHT.paper }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '28px 12px 36px' }}>
                <table {...PLAIN_TABLE} width={600} style={{ width: '100%', maxWidth: '600px' }}>
                  <tbody>
                    <tr>
                      <td
                        className="ink"
                        style={{
                          padding: '0 8px 16px',
                          fontFamily: SERIF,
                          fontSize: '24px',
                          lineHeight: '1.2',
                          color: LIGHT.ink,
                        }}
                      >
                        {SITE_NAME}
                      </td>
                    </tr>
                    <tr>
                      <td>{paper ? <WrappingPaper paper={paper} /> : <Ribbon />}</td>
                    </tr>
                    <tr>
                      <td
                        className="card pad"
                        align="left"
                        style={{
                          padding: '34px 40px 24px',
                          backgroundColor: LIGHT.card,
                          borderRadius: '0 0 10px 10px',
                        }}
                      >
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="soft pad" align="left" style={{ ...SMALL, padding: '20px 40px 0' }}>
                        {reason}
                        {stopUrl && (
                          <>
                            {' '}
                            <a className="link" href={stopUrl} style={{ color: LIGHT.link }}>
                              Unsubscribe from these emails
                            </a>
                          </>
                        )}
                        <br />
                        Sent by{' '}
                        <a className="link" href={origin} style={{ color: LIGHT.link }}>
                          {SITE_NAME}
                        </a>
                        .
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** The occasion's paper, with its sign on a stamp and a ribbon below. */
function WrappingPaper({ paper: { ground, print, image, size, emoji } }: { paper: MailPaper }) {
  return (
    <table {...PLAIN_TABLE} width="100%">
      <tbody>
        <tr>
          <td
            className="wrap"
            align="center"
            style={{
              padding: '18px 0',
              backgroundColor: ground,
              backgroundImage: image,
              backgroundSize: size,
              borderRadius: '10px 10px 0 0',
            }}
          >
            <table {...PLAIN_TABLE}>
              <tbody>
                <tr>
                  <td
                    className="card"
                    aria-hidden="true"
                    style={{
                      padding: '9px 13px',
                      backgroundColor: LIGHT.card,
                      borderRadius: '6px',
                      fontFamily: SANS,
                      fontSize: '30px',
                      lineHeight: '36px',
                      color: LIGHT.ink,
                    }}
                  >
                    {emoji}
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
        <tr>
          <td height={6} style={{ height: '6px', backgroundColor: print, fontSize: '1px', lineHeight: '6px' }}>
            {'\u00a0'}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The brand's ribbon in four colours. */
function Ribbon() {
  return (
    <table {...PLAIN_TABLE} width="100%">
      <tbody>
        <tr>
          {RIBBON.map((colour, at) => (
            <td
              key={colour}
              width="25%"
              height={8}
              style={{
                height: '8px',
                backgroundColor: colour,
                fontSize: '1px',
                lineHeight: '8px',
                borderRadius: at === 0 ? '10px 0 0 0' : at === RIBBON.length - 1 ? '0 10px 0 0' : '0',
              }}
            >
              {'\u00a0'}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
