import { expect } from 'chai';
import { ownTaken } from '../src/own-resource.ts';

describe('ownTaken', () => {
  it('names the resource and the field in lower case with hyphens', () => {
    expect(ownTaken('acme.shippingLabel', ['trackingCode'])).to.equal('acme-shipping-label-tracking-code-taken');
  });
});
