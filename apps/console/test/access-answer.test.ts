import { expect } from 'chai';
import { answerTo } from '../src/resources/access-answer.ts';

const role = { id: 'r', code: 'EDITORS', name: 'Editors' };
const own = { author: { eq: 'me' } };
const path = (condition: typeof own | null = null) => ({
  role,
  since: null,
  until: null,
  permission: 'content.update',
  condition,
});
const condition = (paths: readonly ReturnType<typeof path>[], nearMisses: readonly object[] = []) => ({
  roles: ['ADMIN'],
  permissions: ['content.update'],
  granted: paths.length > 0,
  needsFactor: false,
  paths: [...paths],
  nearMisses: nearMisses as never,
});
const operation = (id: string, ...conditions: readonly ReturnType<typeof condition>[]) => ({
  id,
  granted: conditions.every(({ granted }) => granted),
  needsFactor: false,
  isConditional: false,
  conditions: [...conditions],
});
const decided = (isMet: boolean) => [{ permission: 'content.update', role, condition: own, isMet, failedParts: [] }];
const reads = operation('listRevisions', condition([path()]));
const access = { status: 1 as const, permissions: [], menus: [], operations: [], conditions: null };
const update = { kind: 'permission', code: 'content.update' } as const;

const verdictOf = (changed: Partial<Parameters<typeof answerTo>[1]>, isPublished: boolean | undefined = false) =>
  answerTo(update, { ...access, ...changed }, isPublished).verdict;

describe('The answer whether somebody may do something', () => {
  it('is yes through a role, and no without one', () => {
    expect(verdictOf({ operations: [operation('updateContent', condition([path()])), reads] })).to.equal('yes');
    expect(verdictOf({ operations: [operation('updateContent', condition([])), reads] })).to.equal('no');
  });

  it('is no for a disabled user', () => {
    const operations = [operation('updateContent', condition([path()])), reads];
    expect(verdictOf({ status: 0, operations })).to.equal('no');
  });

  it('depends on the article if the role has a condition', () => {
    const operations = [operation('updateContent', condition([path(own)])), reads];
    expect(verdictOf({ operations })).to.equal('some');
    expect(verdictOf({ operations, conditions: decided(true) })).to.equal('yes');
    expect(verdictOf({ operations, conditions: decided(false) })).to.equal('no');
  });

  it('is no for a draft that the user may not read', () => {
    const operations = [operation('updateContent', condition([path()])), operation('listRevisions', condition([]))];
    expect(verdictOf({ operations })).to.equal('no');
    expect(verdictOf({ operations }, true)).to.equal('yes');
    expect(answerTo(update, { ...access, operations }, undefined).verdict).to.equal('some');
  });

  it('asks for a second factor if only that is missing', () => {
    const miss = (otherReasons: readonly string[]) => ({ ...path(), reason: 'factor-required', otherReasons });
    const missing = (otherReasons: readonly string[]) => [
      operation('updateContent', condition([], [miss(otherReasons)])),
      reads,
    ];
    expect(verdictOf({ operations: missing([]) })).to.equal('factor');
    expect(verdictOf({ operations: missing(['role-disabled']) })).to.equal('no');
  });

  it('says for a permission of another service whether a role gives it, and for a menu whether it is seen', () => {
    const permission = {
      id: 'p',
      code: 'project.read',
      name: 'Read projects',
      status: 1 as const,
      roles: [],
      granted: true,
      needsFactor: false,
      paths: [path()],
      nearMisses: [],
    };
    const act = { kind: 'permission', code: 'project.read' } as const;
    expect(answerTo(act, { ...access, permissions: [permission] }, undefined).verdict).to.equal('yes');
    expect(answerTo(act, access, undefined).verdict).to.equal('no');
    expect(answerTo({ kind: 'menu', id: 'm' }, access, undefined).verdict).to.equal('no');
  });
});
