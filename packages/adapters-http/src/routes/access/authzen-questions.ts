import { isExactNumber, type KnownValue } from '@portcullis/domain/internal/conditions/condition-operators';
import type { AccessObject, AccessQuestion, AccessSubject } from '@portcullis/domain/internal/access/decide-access';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { isId } from '@portcullis/domain/internal/shared/ids';
import { isStorable } from '@portcullis/domain/internal/names/text';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import { entityRequirement, isEntity, memberOf, type EntityName } from './authzen-requests.ts';
import { isObject } from '../../validation/validate.ts';
import { ruleOf } from './operations.ts';
import { keyUseOf } from '../route-access.ts';
import type { Route } from '../route.ts';

/** The entities of an evaluation, before they are checked. */
export type Entities = Readonly<Partial<Record<EntityName, unknown>>>;

export const entityNames: readonly EntityName[] = ['subject', 'action', 'resource'];

/** Returns why the entities are no evaluation; undefined if they are one. */
export function evaluationError(entities: Entities): string | undefined {
  const name = entityNames.find((each) => !isEntity(each, entities[each]));
  return name && `${name} must ${entityRequirement(name, entities[name])}`;
}

/** Longer texts name nothing that can exist. The limit is that of the longest codes and names. */
const maxLength = 255;

/** Returns a text that can name something, or undefined for any other value. */
function nameIn(entity: unknown, member: string): string | undefined {
  const value = memberOf(entity, member);
  return isStorable(value) && value.length <= maxLength ? value : undefined;
}

function subjectOf(entity: unknown): AccessSubject | undefined {
  const type = nameIn(entity, 'type');
  const name = nameIn(entity, 'id');
  if (name === undefined) return undefined;
  // Ids are stored in lower case.
  const id = name.toLowerCase();
  if (type === 'user') return isId<'User'>(id) ? { type, id } : { type, usernameKey: usernameKey(name) };
  if (type !== 'apiKey' || !isId<'ApiKey'>(id)) return undefined;
  return { type, id, ipAddress: nameIn(memberOf(entity, 'properties'), 'ip_address') };
}

/** Is known, but nothing can be compared with it. */
const incomparable: KnownValue = new Date(Number.NaN);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || (typeof value === 'number' && isExactNumber(value)) || typeof value === 'boolean';

function attributeOf(value: unknown): KnownValue | null {
  // Larger numbers are not exact, or infinite.
  if (typeof value === 'number' && !isExactNumber(value)) return incomparable;
  if (value === null || isScalar(value)) return value;
  return Array.isArray(value) && value.every(isScalar) ? value : incomparable;
}

/** Many evaluations can be about one resource of the request. */
const knownAttributes = new WeakMap<object, AttributeValues>();

/** Returns the attributes of a resource: its properties and its id. */
function attributesOf(entity: unknown): AttributeValues {
  if (!isObject(entity)) return {};
  const known = knownAttributes.get(entity) ?? readAttributes(entity);
  knownAttributes.set(entity, known);
  return known;
}

function readAttributes(entity: object): AttributeValues {
  const properties = memberOf(entity, 'properties');
  const values = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, value]): [string, KnownValue | null] => [name, attributeOf(value)],
  );
  return { ...Object.fromEntries(values), id: attributeOf(memberOf(entity, 'id')) };
}

/**
 * Returns the function that reads questions about access. A type and an action of a resource are those of a permission,
 * except for operations, permissions and menus themselves.
 */
export function questionReader(routes: readonly Route[]) {
  const offered = new Map(
    routes.filter(({ closedWith }) => closedWith === undefined).map((each) => [each.operation, each]),
  );
  const operation = (id: string): AccessObject | undefined => {
    const found = offered.get(id);
    return found && { kind: 'operation', rule: ruleOf(found), keyUse: keyUseOf(found) };
  };
  const special = new Map<string, (id: string) => AccessObject | undefined>([
    ['operation call', operation],
    ['permission hold', (code) => ({ kind: 'permission', code })],
    ['menu show', (routeName) => ({ kind: 'menu', routeName })],
  ]);
  const objectOf = ({ resource: entity, action: named }: Entities): AccessObject | undefined => {
    const [resource, action] = [nameIn(entity, 'type'), nameIn(named, 'name')];
    if (resource === undefined || action === undefined) return undefined;
    const read = special.get(`${resource} ${action}`);
    const id = nameIn(entity, 'id');
    if (read === undefined) return { kind: 'action', resource, action, attributes: attributesOf(entity) };
    return id === undefined ? undefined : read(id);
  };
  return (entities: Entities): AccessQuestion => ({
    subject: subjectOf(entities.subject),
    object: objectOf(entities),
  });
}
