import type { RequestSchema } from '../validation/validate.ts';
import { keyUseOf } from '../routes/route-access.ts';
import { acceptsIdempotencyKey, fullPathOf, type Route } from '../routes/route.ts';
import { named } from '../validation/schema.ts';
import { type JsonSchema } from '../validation/json-schema.ts';
import { exampleKeywords, type Example } from './examples.ts';
import { sectionOf } from './introduction.ts';
import { bodySchema, fieldSchemasOf, type FieldSchema } from './request-schema.ts';
import { isRevalidated, responsesOf } from './responses.ts';

/**
 * Describes a route as an operation of the document.
 * @param routes all routes of the document
 * @param recorded the examples of all operations
 */
export function operationOf(route: Route, routes: readonly Route[], recorded: readonly Example[]): JsonSchema {
  const examples = recorded.filter(({ operation }) => operation === route.operation);
  const parameters = parametersOf(route, examples[0]);
  return {
    operationId: route.operation,
    summary: route.summary,
    description: [
      route.description,
      accessOf(route),
      ownerSentence(route),
      stepUpSentence(route),
      limitSentence(route, routes),
    ]
      .filter((each) => each !== undefined)
      .join('\n\n'),
    tags: [sectionOf(route).name],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(route, examples),
    responses: responsesOf(route, examples),
  };
}

const code = (name: string): string => `\`${name}\``;

function accessOf(route: Route): string {
  switch (route.access) {
    case 'public':
      return 'Public; a token is ignored.';
    case 'optional':
      return 'Public; a token or an API key is optional, but an invalid one is rejected.';
    case 'authenticated':
      return `Any logged-in user may call this operation${route.acceptsKey === true ? ', also with an API key' : ''}.`;
    case 'authorized': {
      const { anyRole = [], anyPermission = [], allPermissions = [] } = route;
      const permissionOf = (permission: string): string => `the permission ${code(permission)}`;
      const roles = anyRole.length > 0 ? [`the role ${anyRole.map(code).join(' or ')}`] : [];
      const either = [...roles, ...anyPermission.map(permissionOf)].join(', or ');
      const keys = keyUseOf(route) === 'refused' ? '' : ' API keys are accepted.';
      return `Callers need ${[...(either === '' ? [] : [either]), ...allPermissions.map(permissionOf)].join(' and ')}.${keys}`;
    }
  }
}

const ownerSentence = ({ needsOwner, stepUp }: Route): string | undefined => {
  if (needsOwner !== true) return undefined;
  const subject = stepUp === 'conditional' ? 'A new `email`' : 'The operation';
  return `${subject} needs the current password in the body, or a session whose last authentication is at most 15 minutes old.`;
};

const stepUpSentence = ({ stepUp }: Route): string | undefined => {
  if (stepUp === 'always') return 'The last authentication of the session must be at most 15 minutes old.';
  return stepUp === true
    ? 'If `STEP_UP_MAX_AGE` is set, the last authentication of the session must be recent.'
    : undefined;
};

/** Returns a sentence about the limit of a route. Routes whose limits have the same name share a counter. */
function limitSentence({ limit, operation }: Route, routes: readonly Route[]): string | undefined {
  if (limit === undefined) return undefined;
  const others = routes.filter((other) => other.limit?.name === limit.name && other.operation !== operation);
  const shared = new Intl.ListFormat('en').format(others.map((other) => code(`${other.method} ${fullPathOf(other)}`)));
  const together = shared === '' ? '' : `, counted together with ${shared}`;
  return `At most ${limit.calls} calls in ${limit.seconds} seconds per ${limit.per}${together}.`;
}

/**
 * Returns the security requirements of a route. Roles and permissions are listed where an OAuth scheme would list its
 * scopes. A caller must satisfy one entry. Each entry consists of one sufficient role, if the route requires a role,
 * and all required permissions.
 */
function securityOf(route: Route): readonly JsonSchema[] {
  switch (route.access) {
    case 'public':
      return [];
    case 'optional':
      return [{}, { accessToken: [] }];
    case 'authenticated':
      return [{ accessToken: [] }];
    case 'authorized': {
      const { anyRole = [], anyPermission = [], allPermissions = [] } = route;
      const either = [...anyRole, ...anyPermission];
      const sufficient = either.length > 0 ? either.map((one) => [one]) : [[]];
      return sufficient.map((codes) => ({ accessToken: [...codes, ...allPermissions] }));
    }
  }
}

function parametersOf(route: Route, example: Example | undefined): readonly JsonSchema[] {
  const inPath = fieldsOf(route.params).map((field) => parameter('path', field, example?.params));
  const inQuery = fieldsOf(route.query).map((field) => parameter('query', field, example?.query));
  const inHeader = [
    ...(isRevalidated(route) ? ['IfNoneMatch'] : []),
    ...(route.isConditional ? ['IfMatch'] : []),
    ...(acceptsIdempotencyKey(route) ? ['IdempotencyKey'] : []),
  ];
  return [...inPath, ...inQuery, ...inHeader.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

const fieldsOf = (requestClass: RequestSchema<unknown> | undefined): readonly FieldSchema[] =>
  requestClass === undefined ? [] : fieldSchemasOf(requestClass);

function parameter(
  place: 'path' | 'query',
  { name, schema: { description, ...schema }, isRequired }: FieldSchema,
  values: Readonly<Record<string, unknown>> = {},
): JsonSchema {
  return {
    name,
    in: place,
    required: isRequired,
    ...(description !== undefined && { description }),
    schema,
    ...(name in values && { example: values[name] }),
  };
}

function requestBodyOf(route: Route, examples: readonly Example[]): JsonSchema {
  const { body, form, bodyLimits: limits, bodyMedia } = route;
  const requestClass = body ?? form;
  if (requestClass === undefined) return {};
  const schema = bodySchema(requestClass);
  const bodies = examples.map((example) => ({ title: example.title, value: example.body }));
  const requestBody = {
    ...(limits !== undefined && { description: `At most ${limits.maxBytes.toLocaleString('en')} bytes.` }),
    required: 'required' in schema || 'anyOf' in schema,
    content: {
      [bodyMedia ?? 'application/json']: { schema: named(requestClass.name, () => schema), ...exampleKeywords(bodies) },
    },
  };
  return { requestBody };
}
