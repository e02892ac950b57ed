import { expect } from 'chai';
import { AppError } from '../../src/platform/errors.ts';
import { expandForm } from '../../src/platform/http/form-body.ts';

describe('expandForm', () => {
  it('turns dotted names into nested JSON', () => {
    const flat = { title: 'Hi', 'recipients.1.firstName': 'Bo', 'recipients.0.firstName': 'Ann', 'at.zone': 'UTC' };
    expect(expandForm(flat)).to.deep.equal({
      title: 'Hi',
      recipients: [{ firstName: 'Ann' }, { firstName: 'Bo' }],
      at: { zone: 'UTC' },
    });
  });

  it('reads a name with brackets as a list, even of one', () => {
    expect(expandForm({ 'names[]': 'Ann', 'prompts[]': ['a', 'b'], plain: ['x', 'y'] })).to.deep.equal({
      names: ['Ann'],
      prompts: ['a', 'b'],
      plain: ['x', 'y'],
    });
  });

  for (const name of [
    '__proto__',
    'a.__proto__.b',
    'constructor.prototype.x',
    '$gt',
    'a[$gt]',
    'a..b',
    '',
    'a.b.c.d.e.f',
  ]) {
    it(`refuses the name ${JSON.stringify(name)}`, () => {
      expect(() => expandForm(Object.fromEntries([[name, 'x']]))).to.throw(AppError);
      expect(({} as Record<string, unknown>).x).to.equal(undefined);
    });
  }

  it('refuses a name that is both an object and a value', () => {
    expect(() => expandForm({ a: 'x', 'a.b': 'y' })).to.throw(AppError);
    expect(() => expandForm({ 'a.b': 'y', a: 'x' })).to.throw(AppError);
  });
});
