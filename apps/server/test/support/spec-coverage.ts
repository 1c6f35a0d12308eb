/**
 * Lists each numbered rule of the specification with the tests that name it; exits 1 when a rule has none.
 *
 * A title names a rule by its key, anywhere in a text of a test file, table rows included:
 *
 *     it('§4.4 role setting, rule 2: an empty list removes every role', …)
 *
 * The keys are `§<section> <list>, rule <n>`, the list left out where the section has only one: `§2.6 iconType, rule 1` or
 * `§2.6 rule 1`, `§4.3 POST rule 2`, `§4.4 PATCH, rule 3`, `§4.4 role setting, rule 1`, `§4.6 Markdown rule 3`,
 * `§4.6 conversion rule 1`, `§3 rule 1`, `§5 rule 6` or `§5.6`, `§7 condition 5` or `§7.5`. The comma may be missing, and
 * `rules 3 and 4` names both. Where the text of the specification lies beside the checkout, or at the address given as
 * the first argument, the list of rules is compared with it.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countRules, ruleLists, rules, rulesNamedIn } from './spec-rules.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const specification = process.argv[2] ?? join(root, '../shared/spec/interface-specification.md');

/** Texts in quotes that name a section. */
const quoted = /(['"`])((?:\\.|(?!\1).)*§(?:\\.|(?!\1).)*)\1/g;
const comment = /^\s*(?:\/\/|\/?\*)/;

async function testFiles(): Promise<readonly string[]> {
  const groups = await Promise.all(
    ['packages', 'apps'].map(async (group) => {
      const names = await readdir(join(root, group));
      return names.map((name) => join(root, group, name, 'test')).filter((directory) => existsSync(directory));
    }),
  );
  const files = await Promise.all(
    groups.flat().map(async (directory) => {
      const names = await readdir(directory, { recursive: true });
      return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(directory, name));
    }),
  );
  return files.flat().toSorted();
}

async function testsByRule(): Promise<ReadonlyMap<string, readonly string[]>> {
  const tests = new Map([...rules.keys()].map((key): [string, string[]] => [key, []]));
  for (const file of await testFiles()) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (comment.test(line)) continue;
      for (const [, , title = ''] of line.matchAll(quoted)) {
        for (const key of new Set(rulesNamedIn(title))) {
          tests.get(key)?.push(`${relative(root, file)}:${index + 1}  ${title}`);
        }
      }
    }
  }
  return tests;
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const byRule = await testsByRule();
for (const [key, tests] of byRule) {
  print(`${key}: ${rules.get(key)}`);
  for (const test of tests.length > 0 ? tests : ['NO TEST']) print(`    ${test}`);
}

const untested = [...byRule].filter(([, tests]) => tests.length === 0).map(([key]) => key);
print(`\n${byRule.size - untested.length} of ${byRule.size} rules are named by a test.`);
if (untested.length > 0) print(`Without a test: ${untested.map((key) => `\n    ${key}`).join('')}`);

const written: Record<string, number[]> = {};
for (const { section, rules: list } of ruleLists) written[section] = [...(written[section] ?? []), list.length];
const isComplete =
  !existsSync(specification) ||
  JSON.stringify(countRules(await readFile(specification, 'utf8'))) === JSON.stringify(written);
if (!isComplete) print('The specification numbers other rules than this list knows.');

process.exitCode = untested.length === 0 && isComplete ? 0 : 1;
