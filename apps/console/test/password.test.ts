import { expect } from 'chai';
import { randomPassword } from '../src/parts/password.ts';

describe('a random password', () => {
  it('has 20 letters and digits that cannot be taken for one another', () => {
    for (let round = 0; round < 50; round += 1) expect(randomPassword()).to.match(/^[a-km-zA-HJ-NP-Z2-9]{20}$/u);
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 50 }, randomPassword)).size).to.equal(50);
  });
});
