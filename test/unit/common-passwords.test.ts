import { expect } from 'chai';
import { isCommonPassword } from '../../src/features/credentials/common-passwords.ts';

describe('isCommonPassword', () => {
  const common = [
    'password12',
    'Password123!',
    'iloveyou2024',
    'qwerty123456',
    'zxcvbnm,./',
    'abcdefghij',
    '0987654321',
    'abcabcabcabc',
    'dr4g0nl0v3r',
    'sunshine-princess',
    '1qaz2wsx3edc',
    '24.12.1987',
    '12/24/1987',
    '1987-12-24',
    '1987 12 24!',
    '199019911992',
    '19901234567',
    '2412198712345',
    '1111122222333',
    'password1234567890',
    'sunshine24121987',
  ];
  for (const password of common) {
    it(`knows ${password}`, () => expect(isCommonPassword(password)).to.equal(true));
  }

  for (const password of ['ada.lovelace', 'lovelace1815', 'ada@example.org', 'adalovelace!']) {
    it(`knows ${password} as the user’s own data`, () => {
      expect(isCommonPassword(password, ['ada@example.org', 'Ada', 'Lovelace'])).to.equal(true);
      expect(isCommonPassword('plum harbour violin', ['ada@example.org', 'Ada', 'Lovelace'])).to.equal(false);
    });
  }

  for (const password of [
    'correct horse battery staple',
    '8391027465',
    '0171 5550 2846',
    '1899-12-24',
    '45.17.1987',
    '24121987 839102',
    'sunshine 839102746',
    'xK9#mQ2$vL',
    'grandmas-lamp-hums',
    'Пятьзелёныхслонов',
    '五匹の緑の象が歌う夜',
  ]) {
    it(`accepts ${password}`, () => expect(isCommonPassword(password)).to.equal(false));
  }
});
