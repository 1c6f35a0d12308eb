import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (page: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../../docs/${page}`, import.meta.url)), 'utf8');

/** The text of `docs/interface.md`, and of the descriptions of operations. */
export const interfaceDocument = `${read('interface.md')}\n${read('reference/operations.md')}`;

/** One numbered list of rules in `docs/interface.md`, or in the description of an operation. */
interface RuleList {
  /** The number of the section, or the id of the operation. */
  readonly section: string;
  /** A name that distinguishes the lists of one section. */
  readonly name: string | undefined;
  readonly rules: readonly string[];
}

const listName = /(iconType|POST|PATCH|role setting|beginning or an end|attributes|Markdown|conversion)\b/i;

/** Returns every numbered list of rules, in the order of the document. */
export function ruleListsOf(document: string): readonly RuleList[] {
  const lists: { section: string; name: string | undefined; rules: string[] }[] = [];
  let section = '';
  let introduction = '';
  for (const line of document.split('\n')) {
    const heading = /^##+ (\d+(?:\.\d+)?|[a-z]\w*$)/.exec(line)?.[1];
    if (heading !== undefined) [section, introduction] = [heading, ''];
    const [, number, rule = ''] = /^(\d+)\. (.*)/.exec(line) ?? [];
    if (number === '1') lists.push({ section, name: listName.exec(introduction)?.[1], rules: [rule] });
    else if (number !== undefined) lists.at(-1)?.rules.push(rule);
    else if (line.endsWith(':')) introduction = line;
  }
  return lists;
}

const numbers = String.raw`(\d+(?:(?:, | and |, and )\d+)*)\b`;

/**
 * Returns patterns that find references to the rules of one list. The references are in the titles of tests, for
 * example `§4.4 role setting, rule 2`, `§4.3 rule 1`, `§5.6` (rule 6 of section 5) and `checkForward rule 2`.
 */
function spellingsOf({ section, name }: RuleList, isAlone: boolean): readonly RegExp[] {
  const escaped = section.replace('.', String.raw`\.`);
  const named = name === undefined ? '' : `(?:,? ${name})${isAlone ? '?' : ''}`;
  const isOperation = /^[a-z]/.test(section);
  const sign = isOperation ? '' : '§';
  const spelled = new RegExp(String.raw`${sign}${escaped}${named},? (?:rule|condition)s? ${numbers}`, 'gi');
  return isOperation || section.includes('.')
    ? [spelled]
    : [spelled, new RegExp(String.raw`§${escaped}\.${numbers}`, 'g')];
}

/** Returns the rules that no test title names, in the form `§4.4 role setting, rule 2: The set of roles …`. */
export function rulesWithoutTest(document: string, titles: string): readonly string[] {
  const lists = ruleListsOf(document);
  return lists.flatMap((list) => {
    const isAlone = lists.filter(({ section }) => section === list.section).length === 1;
    const found = spellingsOf(list, isAlone).flatMap((spelling) => [...titles.matchAll(spelling)]);
    const tested = new Set(found.flatMap(([, mentioned = '']) => (mentioned.match(/\d+/g) ?? []).map(Number)));
    const key = [`§${list.section}`, list.name].filter((part) => part !== undefined).join(' ');
    return list.rules
      .map((rule, index) => ({ rule, number: index + 1 }))
      .filter(({ number }) => !tested.has(number))
      .map(({ rule, number }) => `${key}, rule ${number}: ${rule}`);
  });
}
