import { expect } from 'chai';
import { diffOf } from '../src/apply/diff.ts';
import { outcomeOf, type Change } from '../src/apply/plan.ts';

type Files = Readonly<Record<string, string>>;

/** Applies a plan to files. Returns all files afterwards, or the reasons why the plan cannot be applied. */
function applied(plan: readonly Change[], files: Files): Files | readonly string[] {
  const outcome = outcomeOf(plan, (file) => files[file]);
  if (!outcome.fits) return outcome.misfits;
  const after: Record<string, string> = { ...files };
  for (const changed of outcome.changed) {
    if (changed.after === undefined) delete after[changed.file];
    else after[changed.file] = changed.after;
  }
  return after;
}

const plan: readonly Change[] = [
  {
    file: 'a.ts',
    edits: [
      { find: 'one();', put: 'one();\nnew();' },
      { find: 'old(', until: ');', put: 'other();' },
    ],
  },
  { file: '.env', settings: { MODE: 'x=$&', ADDED: '1' } },
  { file: 'ours.ts', ours: 'ours\n' },
  { file: 'replaced.ts', ours: 'better\n', instead: 'demo' },
  { file: 'gone.ts', remove: 'pretend' },
];

const original: Files = {
  'a.ts': 'one();\nold(1,\n  2);\nlast();\n',
  '.env': '# a comment\nMODE=static\n',
  'replaced.ts': 'a demo\n',
  'gone.ts': 'pretends\n',
};

const result: Files = {
  'a.ts': 'one();\nnew();\nother();\nlast();\n',
  '.env': '# a comment\nMODE=x=$&\nADDED=1\n',
  'ours.ts': 'ours\n',
  'replaced.ts': 'better\n',
};

describe('A plan for the sources of a front end', () => {
  it('edits files, sets variables, and adds, replaces and removes files', () =>
    expect(applied(plan, original)).to.deep.equal(result));

  it('changes nothing when it is applied again', () => {
    const outcome = outcomeOf(plan, (file) => result[file]);
    expect(outcome).to.deep.equal({ fits: true, changed: [] });
  });

  for (const [title, files, misfit] of [
    ['a text to find is missing', { 'a.ts': 'old(1);\n' }, 'a.ts does not contain exactly once: one();'],
    ['a text to find occurs twice', { 'a.ts': 'one(); one(); old();\n' }, 'a.ts does not contain exactly once: one();'],
    ['the end of a range is missing', { 'a.ts': 'one();\nold(\n' }, 'a.ts does not contain exactly once: old('],
    ['the path of a new file is taken', { 'ours.ts': 'x' }, 'ours.ts is not the file that is to be replaced.'],
    ['a file to replace differs', { 'replaced.ts': 'x' }, 'replaced.ts is not the file that is to be replaced.'],
    ['a file to remove differs', { 'gone.ts': 'x' }, 'gone.ts is not the file that is to be removed.'],
  ] as const) {
    it(`makes no change at all if ${title}`, () =>
      expect(applied(plan, { ...original, ...files })).to.deep.equal([misfit]));
  }

  it('is refused with all reasons if files are missing', () =>
    expect(applied(plan, {})).to.deep.equal(['a.ts is missing.', '.env is missing.', 'replaced.ts is missing.']));

  it('is shown as a unified diff', () => {
    const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
    const after = [...before.slice(0, 5), 'changed', ...before.slice(6)];
    const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
    expect(diffOf({ file: 'src/a.ts', before: text(before), after: text(after) })).to.equal(
      text([
        '--- a/src/a.ts',
        '+++ b/src/a.ts',
        '@@ -3,7 +3,7 @@',
        ' line 3',
        ' line 4',
        ' line 5',
        '-line 6',
        '+changed',
        ' line 7',
        ' line 8',
        ' line 9',
      ]),
    );
    expect(diffOf({ file: 'b', before: undefined, after: 'x\n' })).to.equal(
      '--- /dev/null\n+++ b/b\n@@ -0,0 +1,1 @@\n+x\n',
    );
    expect(diffOf({ file: 'b', before: 'x\n', after: undefined })).to.equal(
      '--- a/b\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n',
    );
  });
});
