/** A kind of field, with values that the field must accept and values that it must reject. */
export interface Kind {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** The values for query parameters, which are texts. An empty text counts as missing. */
  readonly parameters: { readonly good: readonly string[]; readonly bad: readonly string[] };
  /** Whether a request can repeat the query parameter. */
  readonly isRepeatable?: true;
}

/** A field of a request, which has a kind and may be missing or null. */
export interface Field extends Kind {
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

export const required = (kind: Kind): Field => ({ ...kind, isRequired: true, isNullable: false });
export const optional = (kind: Kind): Field => ({ ...kind, isRequired: false, isNullable: false });
export const nullable = (kind: Kind): Field => ({ ...kind, isRequired: false, isNullable: true });

/** Returns the same fields for PATCH, all of them optional. */
export const change = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, isRequired: false }]));

const notText = [1, true, {}, [], ['x']];
const nul = 'a\0b';
const unstorable = [nul, 'a\ud800b', '\udc00'];
export const none = { good: [], bad: [] };

interface Form {
  /** A character that the field accepts. */
  readonly of?: string;
  /** Texts with a valid length that do not match the pattern. */
  readonly bad?: readonly string[];
}

export function text(min: number, max: number, { of = 'x', bad = [] }: Form = {}): Kind {
  // A character outside the 16-bit range must count as one character. Only fields without a pattern accept it.
  const wide = of === 'x' && bad.length === 0 ? ['😀'.repeat(max)] : [];
  const good = [of.repeat(min), of.repeat(max), ...wide];
  const tooLong = [of.repeat(max + 1), `${of}${'\ufe0f'.repeat(max)}`];
  const tooShort = min > 0 ? [of.repeat(min - 1)] : [];
  return {
    good,
    bad: [...notText, ...tooLong, ...tooShort, ...unstorable, ...bad],
    parameters: { good, bad: [...tooLong, ...tooShort, nul, ...bad].filter((value) => value !== '') },
  };
}

const controls = ['a\tb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u200fb', 'a\u2066b', 'a\u001bb'];

/** Returns the kind of a name or title, which has no line breaks and no white space at its ends. */
export const oneLine = (min: number, max: number, { of, bad = [] }: Form = {}): Kind => {
  const blank = min > 0 ? [' '.repeat(min), ` ${(of ?? 'x').repeat(min - 1)}\n`] : [];
  const { good, ...kind } = text(min, max, { bad, ...(of !== undefined && { of }) });
  const refused = [...kind.bad, ...controls, 'a\nb', 'a\r\nb', ...blank];
  return { good: [...good, ` ${(of ?? 'x').repeat(max)}\n`], bad: refused, parameters: kind.parameters };
};

/** Returns the kind of a description, which can have line breaks. */
export const multiLine = (max: number): Kind => {
  const { good, bad, parameters } = text(0, max);
  return { good: [...good, 'a\nb\r\n\nc'], bad: [...bad, ...controls], parameters };
};

/**
 * Returns the kind of a query parameter with only ASCII characters. Other characters become longer in a URL, and would
 * exceed the limit on the size of the URL and the headers.
 */
export const longParameter = (max: number, bad: readonly string[] = []): Kind => ({
  good: [],
  bad: [],
  parameters: { good: ['x'.repeat(max)], bad: ['x'.repeat(max + 1), nul, ...bad] },
});

/** Returns the kind of a query parameter that a request can repeat, each time with a text of 1 to `max` characters. */
export const repeated = (max: number): Kind => ({ ...longParameter(max, ['']), isRepeatable: true });

export const longText: Kind = { good: ['', 'x'.repeat(5000)], bad: [...notText, ...unstorable], parameters: none };

/**
 * E-mail addresses that RFC 5322 allows, but that the service must reject. They contain control characters or angle
 * brackets, which would break a mail header.
 */
const withMarkup = ['"a\u0001b"@c.d', '"a\u007fb"@c.d', '"<b@c.d>"@e.f', '"a>b"@c.d'];

const longHost = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}`;

export const email: Kind = {
  good: ['a@b', 'name+tag@example.com', `${'a'.repeat(64)}@${longHost}.com`],
  bad: [
    ...notText,
    ...unstorable,
    ...withMarkup,
    '',
    'ab',
    'a@',
    '@b',
    'a b@c.d',
    'a@b@c',
    `${'a'.repeat(64)}@${longHost}d.com`,
  ],
  parameters: none,
};

const minInteger = -(2 ** 31);
const maxInteger = 2 ** 31 - 1;
const notInteger = ['1', '', true, {}, [], [1], 1.5, 2 ** 32, -(2 ** 32), 1e300];

export function integer(min = minInteger, max = maxInteger): Kind {
  const [good, outside] = [
    [min, max],
    [min - 1, max + 1],
  ];
  const tooLong = ['4294967296', '99999999999999999999'].filter((digits) => Number(digits) > max);
  const notNumbers = ['x', '1.5', '1e1', '0x1', ' 1', ...tooLong];
  return {
    good,
    bad: [...notInteger, ...outside],
    parameters: { good: good.map(String), bad: [...notNumbers, ...outside.map(String)] },
  };
}

/** Returns the kind of a field that accepts only these values. */
export const oneOf = (...values: readonly (string | number)[]): Kind => ({
  good: values,
  bad: [...values.map((value) => [value]), true, {}, [], 'nonsense', 'toString', '', 3, -1, 0.5, 2 ** 32],
  parameters: {
    good: values.map(String),
    bad: ['nonsense', 'toString', 'password', 'up', '3', '-1', '0.5', '4294967296'],
  },
});

export const flag: Kind = {
  good: [true, false],
  bad: ['true', '', 0, 1, {}, [], [true]],
  parameters: { good: ['true', 'false'], bad: ['yes', '1', '0', 'TRUE'] },
};

export const unknownId = '00000000-0000-4000-8000-00000000dead';
export const badIds = [
  'x',
  '0',
  unknownId.slice(1),
  `${unknownId}0`,
  unknownId.replaceAll('-', ''),
  `{${unknownId}}`,
  nul,
];

export const uuid: Kind = {
  good: [unknownId, unknownId.toUpperCase()],
  bad: [...badIds, '', 1, true, {}, [], [unknownId]],
  parameters: { good: [unknownId], bad: badIds },
};

const notList = [1, true, 'x', {}, { 0: 'x', length: 1 }];

export const ids: Kind = {
  good: [[], [unknownId, unknownId], Array.from({ length: 1000 }, () => unknownId)],
  bad: [...notList, unknownId, Array.from({ length: 1001 }, () => unknownId)],
  parameters: none,
};

const [early, late] = ['2026-11-21T09:00:00Z', '2026-11-21T18:00:00+08:00'];

/** A list of roles with their periods. */
export const grants: Kind = {
  good: [
    [],
    Array.from({ length: 1000 }, (_, index) => ({
      roleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      validFrom: early,
      validUntil: late,
    })),
    [
      { roleId: '00000000-0000-4000-8000-000000000001' },
      { roleId: '00000000-0000-4000-8000-000000000002', validFrom: null, validUntil: null, more: 1 },
      { roleId: '00000000-0000-4000-8000-000000000003', validFrom: early, validUntil: late },
      { roleId: '00000000-0000-4000-8000-000000000004', validUntil: early },
    ],
  ],
  bad: [
    ...notList,
    [{ roleId: unknownId }, { roleId: unknownId }],
    [{ roleId: 'abcdef12-0000-4000-8000-000000000000' }, { roleId: 'ABCDEF12-0000-4000-8000-000000000000' }],
    Array.from({ length: 1001 }, (_, index) => ({
      roleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    })),
  ],
  parameters: none,
};

/** The attributes of a user. The use case checks names and values. */
export const attributes: Kind = { good: [{}], bad: [1, true, 'x', [], ['x']], parameters: none };

/** A condition in JSON. */
export const condition: Kind = {
  good: [],
  bad: [],
  parameters: {
    good: ['{"attr":"resource.id","in":[]}', '{"not":{"attr":"resource.id","exists":true}}'],
    bad: ['x', '{}', '[]', 'null', '{"attr":"resource.other","eq":1}', '{"attr":"resource.id","eq":"x"}'],
  },
};

/** Parameters whose names begin with the name of the field and a dot. */
export const dotted: Kind = { good: [], bad: [], parameters: { good: [], bad: ['x', 'department=x'] } };

const declared = { name: 'department', label: 'Department', type: 'string', readableBy: 'self', writableBy: 'admin' };
const declarations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...declared, name: `a${index}` }));
const changed = (...changes: readonly object[]) => changes.map((other) => [{ ...declared, ...other }]);

/** The declarations of user attributes. */
export const attributeDeclarations: Kind = {
  good: [
    [],
    declarations(32),
    ...changed(
      { values: null },
      { values: Array.from({ length: 50 }, (_, index) => `value ${index}`) },
      { type: 'string[]', values: ['部门'] },
      { type: 'number', label: '😀'.repeat(64) },
      { type: 'boolean', name: 'a'.repeat(32), writableBy: 'self' },
    ),
  ],
  bad: [...notList, declarations(33), [declared, declared]],
  parameters: none,
};

/** Patterns of paths that differ, so that no two entries are about the same route. */
const protectedRoute = (index: number) => ({
  methods: ['GET'],
  path: `/validated/${index}`,
  audience: 'service',
  roles: ['ADMIN'],
});

export const protectedRoutes: Kind = {
  good: [
    [],
    Array.from({ length: 500 }, (_, index) => protectedRoute(index)),
    [{ ...protectedRoute(0), roles: [], authenticated: true, public: false, permissions: [], more: 1 }],
  ],
  bad: [...notList, Array.from({ length: 501 }, (_, index) => protectedRoute(index))],
  parameters: none,
};

const ownCondition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };

/** A list of permissions with their conditions. */
export const permissionGrants: Kind = {
  good: [
    [],
    [
      { permissionId: '00000000-0000-4000-8000-000000000001' },
      { permissionId: '00000000-0000-4000-8000-000000000002', condition: null, more: 1 },
      { permissionId: '00000000-0000-4000-8000-000000000003', condition: ownCondition },
    ],
  ],
  bad: [...notList, [{ permissionId: unknownId }, { permissionId: unknownId }]],
  parameters: none,
};

export const batchIds: Kind = {
  good: [[unknownId, unknownId], Array.from({ length: 100 }, () => unknownId)],
  bad: [...notList, [], unknownId, Array.from({ length: 101 }, () => unknownId)],
  parameters: { good: [unknownId], bad: ['x'] },
  isRepeatable: true,
};

export const focus: Kind = {
  good: [
    { x: 0, y: 1 },
    { x: 0.5, y: 0.25 },
  ],
  bad: [1, 'x', [], {}, { x: 0 }, { x: -0.1, y: 0 }, { x: 0, y: 1.1 }, { x: '0', y: 0 }],
  parameters: none,
};

export const versions: Kind = {
  good: [{}, { [unknownId]: 1 }, { [unknownId]: maxInteger }],
  bad: [
    1,
    true,
    'x',
    [],
    ...[0, 1.5, '1', null, maxInteger + 1].map((version) => ({ [unknownId]: version })),
    { x: 1 },
    { [unknownId.toUpperCase()]: 1 },
  ],
  parameters: none,
};

export const texts = (maxItems: number): Kind => ({
  good: [['x'], Array.from({ length: maxItems }, (_, index) => `name ${index}`)],
  bad: [...notList, [], Array.from({ length: maxItems + 1 }, () => 'x')],
  parameters: none,
});

/** Returns the kind of a field that accepts at most `maxItems` texts, also none. */
export const textList = (maxItems: number, good: readonly string[]): Kind => ({
  good: [[], good],
  bad: [...notList, Array.from({ length: maxItems + 1 }, () => 'xx')],
  parameters: none,
});

/** Returns the kind of a field that accepts an https URL of at most `max` characters. */
export const httpsUrl = (max: number): Kind => {
  const start = 'https://example.com/';
  return {
    good: [start, start.padEnd(max, 'x')],
    bad: [...notText, ...unstorable, '', start.padEnd(max + 1, 'x')],
    parameters: none,
  };
};

/** Returns the kind of a field that accepts 1 to `maxItems` event types or prefixes of event types. */
export const eventTypes = (maxItems: number): Kind => ({
  good: [['*'], ['user.created', 'content.*'], Array.from({ length: maxItems }, () => 'tag.created')],
  bad: [...notList, [], Array.from({ length: maxItems + 1 }, () => '*')],
  parameters: none,
});

/** A text of at most 16 characters or an integer from 0 to 9. */
export const gender: Kind = {
  good: ['', 'x'.repeat(16), '😀'.repeat(16), 0, 9],
  bad: ['x'.repeat(17), 'a\nb', ...unstorable, -1, 10, 1.5, 2 ** 32, true, {}, [], [1]],
  parameters: none,
};

export const json: Kind = {
  good: [{}, [], { a: [{ b: null }] }, [{ key: 'lang', value: 'en' }]],
  bad: [1, true, 'x', '{}', { a: nul }, { [nul]: 1 }, [['\ud800']]],
  parameters: none,
};

/** A timestamp with an offset. The good values are far in the future, because a schedule accepts only future times. */
export const instant: Kind = {
  good: ['2998-01-01T00:00:00Z', '2999-11-21T09:00:00.123+08:00'],
  bad: [
    '2999-11-21',
    '2999-11-21T09:00:00',
    '2999-11-21T09:00',
    '2999-02-30T00:00:00Z',
    'tomorrow',
    '',
    1,
    true,
    {},
    [],
  ],
  parameters: none,
};

export const timestamp: Kind = {
  good: [],
  bad: [],
  parameters: {
    good: ['2026-11-21', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00.123+08:00', '2026', '1970-01-01', '9999-12-31'],
    bad: [
      'yesterday',
      '1',
      '1763712000000',
      '0000-01-01',
      '-0044-03-15',
      '+275760-09-13',
      '2026-02-30',
      '2026-13-01',
      '2026-W47',
      '2026-11-21T25:00:00Z',
      nul,
    ],
  },
};

/** A field that accepts any value. */
export const anything: Kind = { good: [1, 'x', {}, [], true, unknownId], bad: [], parameters: none };
