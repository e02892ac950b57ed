import { expect } from 'chai';
import { seal, unseal } from '../../src/platform/sealed.ts';

const SECRET = 'a secret that only this app has';

describe('sealed text', () => {
  it('decrypts to the original, with another ciphertext each time', () => {
    const [one, other] = [seal(SECRET, 'test', 'grüße'), seal(SECRET, 'test', 'grüße')];
    expect(one).not.to.equal(other);
    expect(one).to.match(/^[A-Za-z0-9_-]+$/);
    expect([unseal(SECRET, 'test', one), unseal(SECRET, 'test', other)]).to.deep.equal(['grüße', 'grüße']);
  });

  it('does not decrypt for another purpose or with another secret', () => {
    const sealed = seal(SECRET, 'test', 'text');
    expect(unseal(SECRET, 'another', sealed)).to.equal(null);
    expect(unseal(`${SECRET}!`, 'test', sealed)).to.equal(null);
  });

  it('does not decrypt after a changed bit or a removed part', () => {
    const bytes = Buffer.from(seal(SECRET, 'test', 'text'), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(SECRET, 'test', changed.toString('base64url'))).to.equal(null);
    }
    for (const part of ['', 'x', bytes.subarray(0, 20).toString('base64url')]) {
      expect(unseal(SECRET, 'test', part)).to.equal(null);
    }
  });
});
