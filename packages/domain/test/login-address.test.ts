import { expect } from 'chai';
import { isKnownAddress, knownAddressMs } from '../src/accounts/login-address.ts';
import { aDay } from './support.ts';

describe('isKnownAddress', () => {
  it('is true for 30 days after a login', () => {
    const end = new Date(aDay(1).getTime() + knownAddressMs);
    expect(end).to.deep.equal(aDay(31));
    expect(isKnownAddress(aDay(1), aDay(1))).to.equal(true);
    expect(isKnownAddress(aDay(1), new Date(end.getTime() - 1))).to.equal(true);
    expect(isKnownAddress(aDay(1), end)).to.equal(false);
  });

  it('is false if the user never logged in from the address', () =>
    expect(isKnownAddress(null, aDay(1))).to.equal(false));
});
