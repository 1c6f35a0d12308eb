import { expect } from 'chai';
import { roleLimits } from '../src/role.ts';

describe('§2.3 role code', () => {
  const { min, max, pattern } = roleLimits.code;

  it('is an upper-case identifier', () => {
    for (const code of ['ADMIN', 'R2', 'CONTENT_EDITOR', 'A_']) expect(code).to.match(pattern);
    for (const code of ['A', 'admin', '2ND', '_A', 'A B', 'A-B', 'ÄB', 'AB\n']) expect(code).not.to.match(pattern);
  });

  it('has 2 to 64 characters', () => {
    expect([min, max]).to.deep.equal([2, 64]);
  });
});
