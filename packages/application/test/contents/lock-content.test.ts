import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { expect } from 'chai';
import { refusalOrThrow, resultOrRefusal } from '../../src/contents/lock-content.ts';

const refusal = new BusinessError('content-not-found', 'There is no such content.');
const failure = new Error('The store does not respond.');

describe('resultOrRefusal', () => {
  it('returns the result, or the refusal that was thrown', () => {
    expect(resultOrRefusal(() => 'result')).to.equal('result');
    const refuse = () => {
      throw refusal;
    };
    expect(resultOrRefusal(refuse)).to.equal(refusal);
  });

  it('throws every other error', () => {
    const fail = () => {
      throw failure;
    };
    expect(() => resultOrRefusal(fail)).to.throw(failure);
  });
});

describe('refusalOrThrow', () => {
  it('returns a refusal and throws every other error', () => {
    expect(refusalOrThrow(refusal)).to.equal(refusal);
    expect(() => refusalOrThrow(failure)).to.throw(failure);
    expect(() => refusalOrThrow('no error')).to.throw();
  });
});
