import type { ReactNode } from 'react';
import { type ArtName, useArt } from '../base/art.ts';
import { Layout, type SiteProps } from '../layout/layout.tsx';
import { Brand } from '../ui/brand.tsx';
import { Ribbon, Wrap } from '../ui/paper.tsx';
import { Stamp } from '../ui/stamp.tsx';

interface DoorProps {
  site: SiteProps;
  /** Three drawings on the paper next to the form. */
  art: readonly [ArtName, ArtName, ArtName];
  children: ReactNode;
}

/** A form next to a sheet of wrapping paper, for log-in and registration. */
export function Door({ site, art, children }: DoorProps) {
  const artUrl = useArt();
  return (
    <div className="door">
      <Layout
        site={site}
        frame="plain"
        mainClass="door__in"
        skip={{ href: '#main', label: 'Skip to the form' }}
        header={
          <header className="shell__top door__top">
            <Brand href="/" />
          </header>
        }
        after={
          <div className="door__paper" aria-hidden="true">
            <Wrap>
              <Ribbon />
              <div className="door__trio">
                {art.map((name) => (
                  <Stamp key={name} src={artUrl(name)} />
                ))}
              </div>
            </Wrap>
          </div>
        }
      >
        {children}
      </Layout>
    </div>
  );
}
