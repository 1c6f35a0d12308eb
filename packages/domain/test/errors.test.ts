import { expect } from 'chai';
import { BusinessError, declaredResponse, declareRefusal, orNotFound } from '../src/shared/errors.ts';
import { refusalOf } from './support.ts';

describe('BusinessError', () => {
  it('contains its refusal, a public message, details and, for the log, a cause', () => {
    const cause = new Error('lost race');
    const refusal = new BusinessError('slug-taken', 'Taken.', [{ field: 'slug', message: 'Taken.' }], { cause });
    expect(refusal).to.be.an.instanceOf(Error);
    expect(refusal).to.include({ name: 'BusinessError', refusal: 'slug-taken', message: 'Taken.', cause });
    expect(refusal.details).to.deep.equal([{ field: 'slug', message: 'Taken.' }]);
  });

  it('has no details if none are given', () => {
    expect(new BusinessError('self-deletion', 'No.').details).to.equal(undefined);
  });

  it('is thrown by orNotFound for undefined, and names the resource', () => {
    expect(refusalOf(() => orNotFound(undefined, 'user-not-found'))).to.include({
      refusal: 'user-not-found',
      message: 'This user does not exist.',
    });
  });

  it('is not thrown by orNotFound for any other value, even null, 0 or an empty string', () => {
    const values = [null, 0, '', false, Number.NaN];
    expect(values.map((each) => orNotFound(each, 'menu-not-found'))).to.deep.equal(values);
  });

  it('accepts refusals that declareRefusal creates for other resources, but only in kebab case', () => {
    const notFound = declareRefusal('shipping-label-not-found');
    expect(refusalOf(() => orNotFound(undefined, notFound))).to.include({
      refusal: 'shipping-label-not-found',
      message: 'This shipping label does not exist.',
    });
    for (const name of ['-not-found', 'Label-not-found', 'a label-taken'] as const) {
      expect(() => declareRefusal(name), name).to.throw(TypeError);
    }
  });

  it('accepts refusals with a status and a code, which must be the same wherever they are declared', () => {
    expect(declareRefusal('label-locked', { status: 409 })).to.equal('label-locked');
    expect(declaredResponse('label-locked')).to.deep.equal({ status: 409, code: 1009 });
    expect(declaredResponse(declareRefusal('label-late', { status: 422, code: 5001 }))).to.deep.include({ code: 5001 });
    expect(declaredResponse(declareRefusal('label-taken'))).to.deep.equal({ status: 409, code: 1202 });
    expect(() => declareRefusal('label-locked', { status: 403 })).to.throw('declared with two responses');
    expect(() => declareRefusal('label-cheap', { status: 400, code: 7 })).to.throw(TypeError);
  });
});
