import { expect } from 'chai';
import fc from 'fast-check';
import { isId } from '../src/shared/ids.ts';

describe('§4 id', () => {
  it('is a UUID string of any version, in upper or lower case', () => {
    fc.assert(fc.property(fc.uuid(), (text) => isId(text) && isId(text.toUpperCase())));
  });

  const others: readonly unknown[] = [
    '',
    '0',
    'b2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1',
    'b2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1bb',
    'b2c5c4f27e0d4c539f430d6c0a7f3a1b',
    '{b2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1b}',
    'b2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1b\n',
    'g2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1b',
    ['b2c5c4f2-7e0d-4c53-9f43-0d6c0a7f3a1b'],
    7,
    null,
    undefined,
  ];
  for (const other of others) {
    it(`is not ${JSON.stringify(other)}`, () => expect(isId(other)).to.equal(false));
  }
});
