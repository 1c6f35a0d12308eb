import { expect } from 'chai';
import { BusinessError, declareRefusal, orNotFound } from '../src/errors.ts';
import { refusalOf } from './support.ts';

describe('Refusal', () => {
  it('carries its kind, a public message, details and, for the log, a cause', () => {
    const cause = new Error('lost race');
    const refusal = new BusinessError('slug-taken', 'Taken.', [{ field: 'slug', message: 'Taken.' }], { cause });
    expect(refusal).to.be.an.instanceOf(Error);
    expect(refusal).to.include({ name: 'BusinessError', refusal: 'slug-taken', message: 'Taken.', cause });
    expect(refusal.details).to.deep.equal([{ field: 'slug', message: 'Taken.' }]);
  });

  it('has no details where none are given', () => {
    expect(new BusinessError('self-deletion', 'No.').details).to.equal(undefined);
  });

  it('of something absent names it', () => {
    expect(refusalOf(() => orNotFound(undefined, 'user-not-found'))).to.include({
      refusal: 'user-not-found',
      message: 'This user does not exist.',
    });
  });

  it('is spared where something is found, even null, 0 or the empty text', () => {
    const found = [null, 0, '', false, Number.NaN];
    expect(found.map((each) => orNotFound(each, 'menu-not-found'))).to.deep.equal(found);
  });

  it('can be declared for a noun that the package does not name, in kebab case only', () => {
    const notFound = declareRefusal('shipping-label-not-found');
    expect(refusalOf(() => orNotFound(undefined, notFound))).to.include({
      refusal: 'shipping-label-not-found',
      message: 'This shipping label does not exist.',
    });
    for (const name of ['-not-found', 'Label-not-found', 'a label-taken'] as const) {
      expect(() => declareRefusal(name), name).to.throw(TypeError);
    }
  });
});
