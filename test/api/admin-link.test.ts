import { expect } from 'chai';
import type { UserRole } from '../../src/shared/roles.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const ADMIN_URL = 'https://back-office.example/desk';

describe('the link to the back office in the menu', () => {
  for (const [name, env, shown] of [
    ['is there for admins alone', { ADMIN_URL }, 2],
    ['leads to the desk where none is configured', {}, 2],
  ] as const) {
    describe(name, () => {
      const web = useWeb({ env });

      async function links(role: UserRole): Promise<number> {
        const user = await newUser(web().origin, { role });
        const html = await (await user.fetch('/dashboard')).text();
        expect(html).to.include('My VidDays');
        return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>Admin</g)].filter(
          ([, href]) => href === ('ADMIN_URL' in env ? ADMIN_URL : '/staff'),
        ).length;
      }

      for (const role of ['admin', 'editor', 'user'] as const) {
        it(`for the role ${role}`, async () => {
          expect(await links(role)).to.equal(role === 'admin' ? shown : 0);
        });
      }
    });
  }
});
