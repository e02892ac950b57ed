import { expect } from 'chai';
import { isCommonPassword } from '../../src/features/credentials/common-passwords.ts';
import { isListedPassword } from '../../src/features/credentials/listed-passwords.ts';

const isRefused = async (password: string) => isCommonPassword(password) || (await isListedPassword(password));

describe('common passwords with additions', () => {
  for (const password of [
    'Password123!',
    'Summer2026!!',
    'qwertyuiop1',
    '1q2w3e4r5t!!',
    'zaq12wsx!!',
    'Juventus2026!',
    'Marseille13!!',
    'azerty12345!',
    '!!juventus99',
    'Juv3ntus2026',
    'abcd1234!!',
    'Dragonfly2026',
  ]) {
    it(`refuses ${password}`, async () => expect(await isRefused(password)).to.equal(true));
  }

  for (const password of [
    'plum harbour violin 7',
    'correct horse battery staple',
    'sunshine 839102746',
    'dragon-eats-soup-at-9',
    'juventus marseille tulip',
    'monkey8391027465!',
    'Kaffee um halb vier!',
    'xK9#mQ2$vL',
    '7 otters on the M25',
    'tr0ub4dor&3-lantern',
  ]) {
    it(`accepts ${password}`, async () => expect(await isRefused(password)).to.equal(false));
  }
});
