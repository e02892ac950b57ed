import { expect } from 'chai';
import { seal, unseal } from '../../src/platform/sealed.ts';

const SECRET = 'a secret that only this app has';

describe('Sealed text', () => {
  it('comes back as it was, and is different each time', () => {
    const [one, other] = [seal(SECRET, 'test', 'grüße'), seal(SECRET, 'test', 'grüße')];
    expect(one).not.to.equal(other);
    expect(one).to.match(/^[A-Za-z0-9_-]+$/);
    expect([unseal(SECRET, 'test', one), unseal(SECRET, 'test', other)]).to.deep.equal(['grüße', 'grüße']);
  });

  it('opens for its purpose and its secret only', () => {
    const sealed = seal(SECRET, 'test', 'text');
    expect(unseal(SECRET, 'another', sealed)).to.equal(null);
    expect(unseal(`${SECRET}!`, 'test', sealed)).to.equal(null);
  });

  it('does not open once a bit is changed, or a part is missing', () => {
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
