import { expect } from 'chai';
import { withHiddenTexts, type HiddenTexts } from './support/hidden-texts.ts';
import { expectNothingHidden, publicResponses } from './support/leak-fuzzer.ts';

describe('drafts, working copies, scheduled, withdrawn, archived and removed texts', () => {
  let texts: HiddenTexts;
  before(async () => {
    texts = await withHiddenTexts();
  });
  after(() => texts.service.stop());

  it('change no public response and no ETag when a working copy is saved', async () => {
    const before = await publicResponses(texts);
    await texts.saveWorkingCopies();
    expect(await publicResponses(texts)).to.deep.equal(before);
  });

  it('are in no response to a reader', async () => {
    const statuses = await expectNothingHidden(texts, 200, 1);
    for (const status of [200, 304, 400, 404]) expect(statuses).to.include(status);
  });
});
