import { recordedFieldNames } from '@portcullis/domain/internal/events/event-types';
import { expect } from 'chai';
import { texts } from '../src/language/texts/en.ts';

describe('The fields that events record', () => {
  it('all have a label', () => {
    expect(recordedFieldNames.length).to.be.greaterThan(50);
    expect(recordedFieldNames.filter((name) => !(name in texts.fields))).to.deep.equal([]);
  });
});
