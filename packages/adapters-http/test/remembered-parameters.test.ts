import { expect } from 'chai';
import { OneOf, Optional, Text } from '../src/validation/fields.ts';
import { parameterReader } from '../src/validation/validate.ts';

class Parameters {
  @Optional() @Text({ min: 1, max: 6 }) name?: string;
  @Optional() @OneOf(['asc', 'desc']) order?: string;
}

const read = parameterReader(Parameters);

const isValid = (parameters: Readonly<Record<string, string>>): boolean => {
  try {
    expect({ ...read(JSON.stringify(parameters), () => parameters) }).to.deep.equal(parameters);
    return true;
  } catch (error) {
    expect(error).to.include({ message: 'Some of the values sent are not valid.' });
    return false;
  }
};

describe('Parameters that are sent repeatedly', () => {
  it('are accepted each time if they are valid, and rejected each time if they are invalid', () => {
    for (const _ of [1, 2, 3]) {
      expect(isValid({ name: 'short', order: 'asc' })).to.equal(true);
      expect(isValid({ name: 'short', order: 'ascending' })).to.equal(false);
      expect(isValid({ name: 'too long' })).to.equal(false);
      expect(isValid({ order: 'short' })).to.equal(false);
    }
  });

  it('are still validated correctly after more parameters were sent than can be remembered', () => {
    for (let number = 0; number < 2000; number += 1) expect(isValid({ name: String(number) })).to.equal(true);
    expect(isValid({ name: '0' })).to.equal(true);
    expect(isValid({ name: '2000000' })).to.equal(false);
  });
});
