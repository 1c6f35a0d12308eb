import { expect } from 'chai';
import { ownTaken, uniqueKey } from '../src/own-resource.ts';

describe('uniqueKey', () => {
  it('is the same for texts that differ only in case', () => {
    expect(uniqueKey('Blue Note')).to.equal(uniqueKey('bLUE nOTE'));
    expect(uniqueKey('Blue Note')).not.to.equal(uniqueKey('Blue Notes'));
  });

  it('is null for a value that is no text, so that many resources may lack the value', () => {
    expect([uniqueKey(null), uniqueKey(7)]).to.deep.equal([null, null]);
  });
});

describe('ownTaken', () => {
  it('names the resource and the field in lower case with hyphens', () => {
    expect(ownTaken('acme.shippingLabel', 'trackingCode')).to.equal('acme-shipping-label-tracking-code-taken');
  });
});
