/** A user, an action and a resource. The type of the resource is that of the fixture. */
export interface Case {
  /** The name of the case in the certification scenario or in the interoperability data of the AuthZEN working group. */
  readonly name: string;
  readonly body: object;
  /** The decisions, in the order of the evaluations. A single decision for a request without evaluations. */
  readonly expected: boolean | readonly (boolean | 'any')[];
}

/** Roles with the permissions that they grant, and users with their roles. A permission is a resource and an action. */
export interface Fixture {
  readonly roles: Readonly<Record<string, readonly (readonly [resource: string, action: string])[]>>;
  readonly users: Readonly<Record<string, readonly string[]>>;
}

const user = (id: string, properties?: object) => ({ type: 'user', id, ...(properties && { properties }) });
const action = (name: string, properties?: object) => ({ name, ...(properties && { properties }) });
const record = (number: 1 | 2, properties?: object) => ({
  type: 'record',
  id: `record-${number}`,
  ...(properties && { properties }),
});

/** Rules 1 to 4 of the certification scenario. Rules 5 to 8 depend on properties. */
export const certificationFixture: Fixture = {
  roles: {
    RECORD_WRITER: [
      ['record', 'read'],
      ['record', 'write'],
    ],
    RECORD_READER: [['record', 'read']],
  },
  users: { alice: ['RECORD_WRITER'], bob: ['RECORD_READER'] },
};

const readsFirst = { subject: user('alice'), action: action('read'), resource: record(1) };
const someContext = { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' };

/** The cases of the levels Basic Core and Batch Core that end with a decision. */
export const certificationCases: readonly Case[] = [
  { name: 'c-2-2-1', body: readsFirst, expected: true },
  { name: 'c-2-2-2', body: { ...readsFirst, subject: user('bob'), action: action('write') }, expected: false },
  { name: 'rule 2', body: { ...readsFirst, action: action('write') }, expected: true },
  { name: 'rule 3', body: { ...readsFirst, subject: user('bob') }, expected: true },
  { name: 'c-2-2-3', body: { ...readsFirst, context: someContext }, expected: true },
  {
    name: 'c-2-2-8',
    body: {
      subject: user('alice', { department: 'Sales', role: 'manager' }),
      action: action('read', { method: 'GET' }),
      resource: record(1, { status: 'active', owner: 'bob' }),
    },
    expected: true,
  },
  { name: 'c-2-2-9', body: { ...readsFirst, foo: 'bar', futureField: { nested: true } }, expected: true },
  {
    name: 'c-3-2-1',
    body: {
      subject: user('alice'),
      action: action('read'),
      evaluations: [{ resource: record(1) }, { resource: record(2) }],
    },
    expected: ['any', 'any'],
  },
  {
    name: 'c-3-2-2',
    body: {
      subject: user('bob'),
      resource: record(1),
      evaluations: [{ action: action('read') }, { action: action('write') }],
    },
    expected: [true, false],
  },
  {
    name: 'c-3-2-5',
    body: { evaluations: [readsFirst, { ...readsFirst, subject: user('bob'), action: action('write') }] },
    expected: [true, false],
  },
  {
    name: 'c-3-2-6',
    body: {
      subject: user('alice'),
      action: action('read'),
      context: { time: '2025-06-27T18:03-07:00' },
      evaluations: [
        { resource: record(1) },
        { resource: record(2), context: { time: '2025-06-27T19:00-07:00', source: 'batch-override' } },
      ],
    },
    expected: ['any', 'any'],
  },
  {
    name: 'c-3-4-1',
    body: {
      subject: user('alice'),
      action: action('read'),
      options: { evaluations_semantic: 'execute_all' },
      evaluations: [{ resource: record(1) }, {}],
    },
    expected: [true, false],
  },
];

/** Requests to both endpoints of the level Batch Core that are single evaluations. */
export const singleEvaluations: readonly Case[] = [
  { name: 'c-3-4-2', body: readsFirst, expected: true },
  { name: 'c-3-4-3', body: { ...readsFirst, evaluations: [] }, expected: true },
];

const { subject: _subject, ...withoutSubject } = readsFirst;
const { action: _action, ...withoutAction } = readsFirst;
const { resource: _resource, ...withoutResource } = readsFirst;

/** Bodies of the level Basic Core that are refused, by the number of their section. */
export const invalidBodies: readonly (readonly [name: string, body: unknown])[] = [
  ['c-2-4-1 subject', withoutSubject],
  ['c-2-4-1 action', withoutAction],
  ['c-2-4-1 resource', withoutResource],
  ['c-2-4-2 subject.type', { ...readsFirst, subject: { id: 'alice' } }],
  ['c-2-4-2 subject.id', { ...readsFirst, subject: { type: 'user' } }],
  ['c-2-4-2 action.name', { ...readsFirst, action: {} }],
  ['c-2-4-2 resource.type', { ...readsFirst, resource: { id: 'record-1' } }],
  ['c-2-4-2 resource.id', { ...readsFirst, resource: { type: 'record' } }],
  ['c-2-4-4', '{"subject": '],
  ['c-2-4-5', ''],
  ['c-2-4-6 subject', { ...readsFirst, subject: 'alice' }],
  ['c-2-4-6 action.name', { ...readsFirst, action: { name: 123 } }],
];

const needsProperties =
  'The decision does not depend on properties: a permission that a role gives under a condition counts as missing.';
const needsSearch = 'There are no search endpoints.';

/** The cases of the certification scenario that roles and permissions cannot express, with the reason. */
export const inexpressibleCertification: Readonly<Record<string, string>> = {
  'c-2-2-4 (rule 5)': needsProperties,
  'c-2-2-5 (rule 6)': needsProperties,
  'c-2-2-6 (rule 7)': needsProperties,
  'c-2-2-7 (rule 8)': needsProperties,
  'c-3-2-3': needsProperties,
  'c-3-2-4': needsProperties,
  'c-3-2-7': needsProperties,
  'c-4 (Search Core and Search Properties, 14 cases)': needsSearch,
};

/** The users of the Todo application of the working group, by their names. */
const people = {
  rick: 'CiRmZDA2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  morty: 'CiRmZDE2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  summer: 'CiRmZDI2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  beth: 'CiRmZDM2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
  jerry: 'CiRmZDQ2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs',
} as const;

type Person = keyof typeof people;

const viewing = [
  ['user', 'can_read_user'],
  ['todo', 'can_read_todos'],
  ['route', 'GET'],
] as const;
const creating = [
  ['todo', 'can_create_todo'],
  ['route', 'POST'],
  ['route', 'PUT'],
  ['route', 'DELETE'],
] as const;

/** The roles of the Todo application, and, for the API gateway scenario, the routes that each role may call. */
export const todoFixture: Fixture = {
  roles: {
    TODO_VIEWER: viewing,
    TODO_EDITOR: [...viewing, ...creating],
    TODO_ADMIN: [...viewing, ...creating, ['todo', 'can_delete_todo']],
    TODO_EVIL_GENIUS: [...viewing, ...creating, ['todo', 'can_update_todo']],
  },
  users: {
    [people.rick]: ['TODO_ADMIN', 'TODO_EVIL_GENIUS'],
    [people.morty]: ['TODO_EDITOR'],
    [people.summer]: ['TODO_EDITOR'],
    [people.beth]: ['TODO_VIEWER'],
    [people.jerry]: ['TODO_VIEWER'],
  },
};

const owners: Readonly<Record<Person, readonly [todo: string, email: string]>> = {
  rick: ['7240d0db-8ff0-41ec-98b2-34a096273b92', 'rick@the-citadel.com'],
  morty: ['7240d0db-8ff0-41ec-98b2-34a096273b91', 'morty@the-citadel.com'],
  summer: ['7240d0db-8ff0-41ec-98b2-34a096273b93', 'summer@the-smiths.com'],
  beth: ['7240d0db-8ff0-41ec-98b2-34a096273b94', 'beth@the-smiths.com'],
  jerry: ['7240d0db-8ff0-41ec-98b2-34a096273b95', 'jerry@the-smiths.com'],
};

const todoOf = (owner: Person) => {
  const [id, ownerID] = owners[owner];
  return { type: 'todo', id, properties: { ownerID } };
};

/** The decisions of the Todo application: who may create todos, and who may change the todos of which owners. */
const todoRows: readonly (readonly [
  Person,
  seen: Person,
  creates: boolean,
  changes: readonly (readonly [Person, boolean])[],
])[] = [
  [
    'rick',
    'rick',
    true,
    [
      ['rick', true],
      ['morty', true],
    ],
  ],
  [
    'morty',
    'morty',
    true,
    [
      ['rick', false],
      ['morty', true],
    ],
  ],
  [
    'summer',
    'summer',
    true,
    [
      ['rick', false],
      ['summer', true],
    ],
  ],
  [
    'beth',
    'beth',
    false,
    [
      ['rick', false],
      ['beth', false],
    ],
  ],
  [
    'jerry',
    'jerry',
    false,
    [
      ['rick', false],
      ['jerry', false],
    ],
  ],
];

/** An editor may change the own todos only, which no permission can say. */
const dependsOnOwner = (who: Person, owner: Person): boolean => owner === who && (who === 'morty' || who === 'summer');

const todoEvaluations = todoRows.flatMap(([who, seen, creates, changes]) => {
  const subject = user(people[who]);
  const one = (name: string, resource: object, expected: boolean, isExpressible = true) => ({
    name: `${who} ${name}`,
    body: { subject, action: action(name), resource },
    expected,
    isExpressible,
  });
  const person = (email: string) => ({ type: 'user', id: email });
  const first = { type: 'todo', id: 'todo-1' };
  return [
    one('can_read_user', person('beth@the-smiths.com'), true),
    one('can_read_user', person(owners[seen][1]), true),
    one('can_read_todos', first, true),
    one('can_create_todo', first, creates),
    ...['can_update_todo', 'can_delete_todo'].flatMap((name) =>
      changes.map(([owner, expected]) => one(name, todoOf(owner), expected, !dependsOnOwner(who, owner))),
    ),
  ];
});

const todoBatches = (
  [
    ['rick', ['rick', true], ['jerry', true]],
    ['morty', ['rick', false], ['morty', true]],
    ['jerry', ['rick', false], ['jerry', false]],
  ] as const
).map(([who, ...changes]) => ({
  name: `${who} can_update_todo, together`,
  body: {
    subject: user(people[who]),
    action: action('can_update_todo'),
    evaluations: changes.map(([owner]) => ({ resource: todoOf(owner) })),
  },
  expected: changes.map(([, expected]) => expected),
  isExpressible: !changes.some(([owner]) => dependsOnOwner(who, owner)),
}));

const allTodoCases = [...todoEvaluations, ...todoBatches];

/** The decisions of the Todo application (interoperability scenario for AuthZEN 1.0) that roles can express. */
export const todoCases: readonly Case[] = allTodoCases.filter(({ isExpressible }) => isExpressible);

/** The decisions of the Todo application that roles cannot express, with the reason. */
export const inexpressibleTodo: Readonly<Record<string, string>> = Object.fromEntries(
  allTodoCases
    .filter(({ isExpressible }) => !isExpressible)
    .map(({ name }) => [name, `An editor may change only the own todos. ${needsProperties}`]),
);

const gatewayRoutes = [
  ['GET', '/users/{userId}'],
  ['GET', '/todos'],
  ['POST', '/todos'],
  ['PUT', '/todos/{todoId}'],
  ['DELETE', '/todos/{todoId}'],
] as const;

/**
 * The decisions of the API gateway scenario. The scenario names its subjects `identity`, which is no type of this
 * service: a gateway has to send `user` instead, as these cases do.
 */
export const gatewayCases: readonly Case[] = todoRows.flatMap(([who, , creates]) =>
  gatewayRoutes.map(([method, id]) => ({
    name: `${who} ${method} ${id}`,
    body: { subject: user(people[who]), action: action(method), resource: { type: 'route', id } },
    expected: method === 'GET' || creates,
  })),
);

/** The other interoperability scenarios of the working group, with the reason why no case of them is here. */
export const inexpressibleScenarios: Readonly<Record<string, string>> = {
  'search demo (subject, resource and action search)': needsSearch,
  'identity provider (resource search)': needsSearch,
};
