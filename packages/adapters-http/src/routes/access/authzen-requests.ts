import { Describe } from '../../validation/descriptions.ts';
import { all, OfForm, Optional } from '../../validation/fields.ts';
import { jsonValue, keyed, oneOf, text, withDescription } from '../../validation/schema.ts';
import { type JsonSchema } from '../../validation/json-schema.ts';
import { isObject } from '../../validation/validate.ts';

/** The largest number of evaluations in a request. */
export const maxEvaluations = 100;

/** Returns a member of an object; undefined if the value is no object or has no such member of its own. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** The limits of the properties of entities, which conditions compare many times. */
const propertyLimits = {
  /** Maximum number of values in a list. */
  values: 1000,
  /** Maximum number of UTF-16 code units in a text. */
  text: 2000,
} as const;

const isComparable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= propertyLimits.text
    : !Array.isArray(value) || (value.length <= propertyLimits.values && value.every(isComparable));

const anyObject = keyed(jsonValue);

const entity = (fields: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  required: Object.keys(fields),
  properties: {
    ...fields,
    properties: withDescription(
      anyObject,
      'Further properties of the entity. Only `ip_address` of a key, and the properties of resources of other services are used. A list has at most 1,000 values, and a text at most 2,000 characters.',
    ),
  },
});

const typeAndId = (type: string, id: string): JsonSchema =>
  entity({ type: withDescription(text, type), id: withDescription(text, id) });

/** The entities of an evaluation: what an API document says about them, and their members that must be texts. */
const entities = {
  subject: {
    members: ['type', 'id'],
    schema: typeAndId(
      '`user` or `apiKey`.',
      'The id or the user name of a user, or the id of an API key. A text in the form of an id is never a user name.',
    ),
  },
  action: {
    members: ['name'],
    schema: entity({
      name: withDescription(
        text,
        'The action of a permission; `call` for the type `operation`, `hold` for `permission`, `show` for `menu`.',
      ),
    }),
  },
  resource: {
    members: ['type', 'id'],
    schema: typeAndId(
      'The resource of a permission; or `operation`, `permission` or `menu`.',
      'The id of an operation, the code of a permission or the route name of a menu. For other types, only conditions use it.',
    ),
  },
} as const;

export type EntityName = keyof typeof entities;

/**
 * Whether a value is an entity: an object with the required texts. Its properties must be an object without long lists
 * and texts.
 */
export function isEntity(name: EntityName, value: unknown): boolean {
  if (!isObject(value)) return false;
  const known = checked[name].get(value) ?? checkEntity(name, value);
  checked[name].set(value, known);
  return known;
}

/** Many evaluations can have one entity of the request, which is checked once. */
const checked: Readonly<Record<EntityName, WeakMap<object, boolean>>> = {
  subject: new WeakMap(),
  action: new WeakMap(),
  resource: new WeakMap(),
};

const checkEntity = (name: EntityName, value: object): boolean => hasMembers(name, value) && hasShortProperties(value);

function hasMembers(name: EntityName, value: unknown): boolean {
  const properties = memberOf(value, 'properties');
  return (
    entities[name].members.every((each) => typeof memberOf(value, each) === 'string') &&
    (properties === undefined || isObject(properties))
  );
}

const hasShortProperties = (value: object): boolean =>
  Object.values(memberOf(value, 'properties') ?? {}).every(isComparable);

const propertyRequirement = `have properties whose lists have at most ${propertyLimits.values} values, and whose texts have at most ${propertyLimits.text} characters`;

/** Returns what an entity must be, or what a value that is nearly one must have. */
export const entityRequirement = (name: EntityName, value?: unknown): string =>
  hasMembers(name, value)
    ? propertyRequirement
    : `be an object with ${entities[name].members.map((each) => `the text '${each}'`).join(' and ')}`;

const Entity = (name: EntityName, description: string): PropertyDecorator =>
  all(
    OfForm(entities[name].schema, (value) => hasMembers(name, value), entityRequirement(name)),
    OfForm(entities[name].schema, (value) => !hasMembers(name, value) || isEntity(name, value), propertyRequirement),
    Describe(description),
  );

const Context = (): PropertyDecorator =>
  all(
    Optional(),
    OfForm(anyObject, isObject, 'be an object'),
    Describe('The environment of the request. It does not change a decision.'),
  );

export class EvaluationBody {
  @Entity('subject', 'Whose access is asked about.') subject!: object;
  @Entity('action', 'What the subject would do.') action!: object;
  @Entity('resource', 'With what the subject would do it.') resource!: object;
  @Context() context?: object;
}

/** The entity is a default value for the evaluations. The handler requires it if there are none. */
const Default = (name: EntityName): PropertyDecorator =>
  all(Optional(), Entity(name, `The ${name} of evaluations that have none. Required if there are no evaluations.`));

const semantics = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
export type Semantic = (typeof semantics)[number];

/** Returns the chosen semantic, or undefined if the value is none. */
export function semanticIn(options: unknown): Semantic | undefined {
  const chosen = memberOf(options, 'evaluations_semantic');
  return chosen === undefined ? 'execute_all' : semantics.find((each) => each === chosen);
}

const evaluationSchema: JsonSchema = {
  type: 'object',
  properties: {
    subject: withDescription(entities.subject.schema, 'Whose access is asked about.'),
    action: withDescription(entities.action.schema, 'What the subject would do.'),
    resource: withDescription(entities.resource.schema, 'With what the subject would do it.'),
    context: withDescription(anyObject, 'The environment of the request. It does not change a decision.'),
  },
};

const optionsSchema: JsonSchema = {
  type: 'object',
  properties: {
    evaluations_semantic: withDescription(
      oneOf(semantics),
      'Whether the evaluations end with the first that denies or permits. Default: `execute_all`.',
    ),
  },
};

export class EvaluationsBody {
  @Default('subject') subject?: object;
  @Default('action') action?: object;
  @Default('resource') resource?: object;
  @Context() context?: object;

  @Optional()
  @OfForm(
    { type: 'array', maxItems: maxEvaluations, items: evaluationSchema },
    (value) => Array.isArray(value) && value.length <= maxEvaluations,
    `be a list of at most ${maxEvaluations} evaluations`,
  )
  @Describe('The evaluations. Without any, the request is a single evaluation.')
  evaluations?: readonly unknown[];

  @Optional()
  @OfForm(
    optionsSchema,
    (value) => isObject(value) && semanticIn(value) !== undefined,
    `be an object whose evaluations_semantic is one of ${semantics.join(', ')}`,
  )
  @Describe('How the evaluations are made.')
  options?: object;
}
