import { expect } from 'chai';
import { randomPassword } from '../src/forms/fields.tsx';

describe('randomPassword', () => {
  it('returns 20 letters and digits that are not easily confused', () => {
    for (let round = 0; round < 50; round += 1) expect(randomPassword()).to.match(/^[a-km-zA-HJ-NP-Z2-9]{20}$/u);
  });

  it('returns a different password on each call', () => {
    expect(new Set(Array.from({ length: 50 }, randomPassword)).size).to.equal(50);
  });
});
