import { readFileSync } from 'node:fs';
import { expect } from 'chai';

describe('memory settings of Node processes', () => {
  const settings = [
    ...readFileSync('scripts/run/allocation.mjs', 'utf8').matchAll(/^ {2}((?:MALLOC|GLIBC)_\w+): '([^']+)'/gm),
  ].map(([, name, value]) => `${name}=${value}`);

  it('are the same in Procfile and Dockerfile as with npm start', () => {
    const processes = readFileSync('Procfile', 'utf8').trim().split('\n');
    expect(settings).to.have.length(5);
    for (const words of [...processes, readFileSync('Dockerfile', 'utf8')]) {
      expect(words.match(/(?:MALLOC|GLIBC)_\w+=\S+/g)).to.deep.equal(settings);
    }
  });
});
