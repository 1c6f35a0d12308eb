import { expect } from 'chai';
import fc from 'fast-check';
import type { RoleId } from '../src/shared/ids.ts';
import { missingIds, replaceLinks, unknownIdsError, type LinkReplacement } from '../src/shared/replace-links.ts';
import { anId, refusalOf } from './support.ts';

const viewer = anId<'Role'>(1);
const editor = anId<'Role'>(2);
const owner = anId<'Role'>(3);
const ghost = anId<'Role'>(8);
const phantom = anId<'Role'>(9);

const replace = (given: Partial<LinkReplacement<RoleId>>) =>
  replaceLinks(
    { before: [], requested: [], existing: new Set([viewer, editor, owner]), ...given },
    'unknown-roles',
    'role',
  );

const someIds = fc.array(fc.integer({ min: 1, max: 9 }).map((number) => anId<'Role'>(number)));

describe('replaceLinks', () => {
  it('§4.3 POST, rule 1: replaces the previous list, and does not extend it', () => {
    expect(replace({ before: [viewer, editor], requested: [owner] })).to.deep.equal({
      before: [viewer, editor],
      after: [owner],
    });
  });

  it('§4.3 POST, rule 2: an empty list removes all links', () => {
    expect(replace({ before: [viewer, editor], requested: [] }).after).to.deep.equal([]);
  });

  it('§4.4 role setting, rule 2: an empty list is allowed if the user has no roles', () => {
    expect(replace({ before: [], requested: [] })).to.deep.equal({ before: [], after: [] });
  });

  it('counts a repeated id once', () => {
    expect(replace({ requested: [editor, viewer, editor, editor] }).after).to.deep.equal([viewer, editor]);
  });

  it('§2.8 returns sorted lists without duplicates, and does not modify its input', () => {
    fc.assert(
      fc.property(someIds, someIds, (before, requested) => {
        const input = {
          before: Object.freeze(before),
          requested: Object.freeze(requested),
          existing: new Set(requested),
        };
        const { before: was, after } = replace(input);
        expect(was).to.have.members([...new Set(before)]);
        expect(after).to.have.members([...new Set(requested)]);
        for (const list of [was, after]) expect(list).to.deep.equal(list.toSorted());
      }),
    );
  });

  it('§4.4 role setting, rule 1: refuses unknown ids and lists them all, each once', () => {
    const refusal = refusalOf(() => replace({ requested: [phantom, viewer, ghost, phantom] }));
    expect(refusal).to.include({ refusal: 'unknown-roles', message: `Unknown role ids: ${phantom}, ${ghost}` });
    expect(refusal?.details).to.deep.equal({ missingIds: [phantom, ghost] });
  });

  it('§4.3 POST, rule 3: refuses a list that contains a single unknown id', () => {
    expect(refusalOf(() => replace({ requested: [viewer, ghost] }))?.details).to.deep.equal({ missingIds: [ghost] });
  });

  it('§4.3 POST, rule 3: checks the existence of requested ids, not of previous ones', () => {
    expect(replace({ before: [ghost], requested: [viewer] })).to.deep.equal({ before: [ghost], after: [viewer] });
  });

  it('reports the requested ids that do not exist as missing', () => {
    fc.assert(
      fc.property(someIds, someIds, (requested, others) => {
        const existing = new Set(others);
        const missing = missingIds(requested, existing);
        for (const id of requested) expect(missing.includes(id)).to.equal(!existing.has(id));
        for (const id of missing) expect(requested).to.include(id);
        expect(new Set(missing).size).to.equal(missing.length);
      }),
    );
  });

  it('names the kind of the missing entity in the error message', () => {
    expect(unknownIdsError('unknown-tags', 'tag', [ghost])).to.include({
      refusal: 'unknown-tags',
      message: `Unknown tag ids: ${ghost}`,
    });
  });
});
