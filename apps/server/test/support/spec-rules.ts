/** The numbered rules of one list of the specification. */
interface RuleList {
  readonly section: string;
  /** Tells apart the lists of one section; where there is one list only, a title may leave it out. */
  readonly name?: string;
  readonly word: 'rule' | 'condition';
  /** The rules in short, in their order. */
  readonly rules: readonly string[];
}

/** Every numbered rule of sections 2 to 8; section 8 numbers none. */
export const ruleLists: readonly RuleList[] = [
  {
    section: '2.6',
    name: 'iconType',
    word: 'rule',
    rules: ['1: only icon', '2: only localIcon', 'the other field is ignored', 'iconType is answered'],
  },
  {
    section: '3',
    word: 'rule',
    rules: ['a disabled permission does not count', 'PATCH by an ADMIN changes the status'],
  },
  {
    section: '4.2',
    word: 'rule',
    rules: [
      'code and name are unique on create',
      'system permissions may be updated and deleted',
      'changing code is discouraged',
      'deleting removes role links',
    ],
  },
  {
    section: '4.3',
    name: 'POST',
    word: 'rule',
    rules: ['the list replaces', 'an empty list clears', 'every id must exist'],
  },
  {
    section: '4.4',
    name: 'PATCH',
    word: 'rule',
    rules: [
      'the user must exist',
      'basic fields come first',
      'roleIds go through role setting',
      'without roleIds roles and audit trail stay',
    ],
  },
  {
    section: '4.4',
    name: 'role setting',
    word: 'rule',
    rules: [
      'user and roles must exist',
      'the set is replaced atomically',
      'an audit record is written',
      '10 calls per minute',
    ],
  },
  {
    section: '4.5',
    name: 'PATCH',
    word: 'rule',
    rules: [
      'parentId is ignored',
      'the updatable fields',
      'a directory has no parent',
      'a move is a deletion and a creation',
    ],
  },
  {
    section: '4.6',
    name: 'Markdown',
    word: 'rule',
    rules: ['create converts', 'update converts', 'publish converts what is missing', 'RICHTEXT is not converted'],
  },
  {
    section: '4.6',
    name: 'conversion',
    word: 'rule',
    rules: ['GitHub flavour', 'line breaks', 'heading ids', 'fenced code', 'the output is HTML'],
  },
  {
    section: '5',
    word: 'rule',
    rules: [
      'bearer tokens',
      'login returns two tokens, the access token names the user',
      'order of the checks',
      'missing, invalid and expired tokens',
      'role check',
      'permission check',
      'operations that need ADMIN, or only a token',
      'ADMIN holds permissions by links',
      'no registration of administrators',
      'the server enforces every rule',
    ],
  },
  { section: '6', word: 'rule', rules: ['one audit event, by both routes', 'no other kind'] },
  {
    section: '7',
    word: 'condition',
    rules: [
      'e-mail in use',
      'username in use',
      'wrong credentials',
      'PATCH of an unknown user',
      'unknown role id',
      'directory with a parent',
      'failed role or permission check',
      'no internals in errors',
    ],
  },
];

/** The rule as a title names it: `§4.4 role setting, rule 2`. */
const keyOf = ({ section, name, word }: RuleList, number: number): string =>
  name === undefined ? `§${section} ${word} ${number}` : `§${section} ${name}, ${word} ${number}`;

/** Every rule by its key, in the order of the specification. */
export const rules: ReadonlyMap<string, string> = new Map(
  ruleLists.flatMap((list) => list.rules.map((rule, index) => [keyOf(list, index + 1), rule] as const)),
);

const numbers = String.raw`(\d+(?:(?:, | and |, and )\d+)*)\b`;

function formsOf({ section, name }: RuleList): readonly RegExp[] {
  const isAlone = ruleLists.filter((list) => list.section === section).length === 1;
  const escaped = section.replace('.', String.raw`\.`);
  const named = name === undefined ? '' : `(?:,? ${name})${isAlone ? '?' : ''}`;
  const spelled = new RegExp(String.raw`§${escaped}${named},? (?:rule|condition)s? ${numbers}`, 'gi');
  return section.includes('.') ? [spelled] : [spelled, new RegExp(String.raw`§${escaped}\.${numbers}`, 'g')];
}

/** Keys of the rules that a test title names, in any of the forms of `spec-coverage.ts`. */
export function rulesNamedIn(title: string): readonly string[] {
  return ruleLists.flatMap((list) =>
    formsOf(list)
      .flatMap((form) => [...title.matchAll(form)])
      .flatMap(([, found = '']) => found.match(/\d+/g) ?? [])
      .map((number) => keyOf(list, Number(number)))
      .filter((key) => rules.has(key)),
  );
}

/** How many rules each numbered list of the specification's text has, section by section. */
export function countRules(specification: string): Readonly<Record<string, readonly number[]>> {
  const counts: Record<string, number[]> = {};
  let section = '';
  for (const line of specification.split('\n')) {
    section = /^##+ (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section;
    const number = Number(/^(\d+)\. /.exec(line)?.[1]);
    if (number === 1) counts[section] = [...(counts[section] ?? []), 1];
    else if (number > 1) counts[section]?.splice(-1, 1, number);
  }
  return counts;
}
