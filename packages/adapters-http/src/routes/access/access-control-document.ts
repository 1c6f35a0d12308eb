import {
  InvalidDocument,
  documentVersion,
  type ImportedDocument,
} from '@portcullis/domain/internal/access/access-control';
import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { menuDefaults, menuLimits } from '@portcullis/domain/internal/menus/menu';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { IsJson, Nullable, Optional, Text, TextList } from '../../validation/fields.ts';
import { MenuBody } from './menus.ts';
import { CreatePermissionBody } from './permissions.ts';
import { validate, fieldsOf, unknownFields, type RequestSchema } from '../../validation/validate.ts';
import { CreateRoleBody } from './roles.ts';
import { RouteItem, routeOf } from '../route-table.ts';
import { DeclarationItem, declarationOf } from '../accounts/user-attributes.ts';

class MenuEntry extends MenuBody {
  @Nullable() @Text(menuLimits.routeName) parent?: string | null;
}

class RoleEntry extends CreateRoleBody {
  @TextList(permissionLimits.code) permissions!: string[];
  @Optional() @IsJson() conditions?: Readonly<Record<string, unknown>>;
  @TextList(menuLimits.routeName) menus!: string[];
}

/**
 * Reads an access control document. Its entries must satisfy the same rules as requests that create permissions, menus
 * and roles. Missing optional fields get their defaults, except for `requiresFactor`. An unknown field is an
 * error, because it may be a misspelt name.
 * @throws {InvalidDocument} with all invalid fields, or with a single error if the document is not an object or has
 * another `version`
 */
export function readAccessControlDocument(input: unknown): ImportedDocument {
  if (!isObject(input) || input['version'] !== documentVersion) {
    const message = `This must be a JSON object with "version": ${documentVersion}.`;
    throw new InvalidDocument([{ field: 'the document', message }]);
  }
  const lists = ['permissions', 'menus', 'roles', 'userAttributes', 'protectedRoutes'];
  const errors = [...unknownFields(input, ['version', ...lists])];
  const entries = <T extends object>(list: string, requestClass: RequestSchema<T>): readonly T[] => {
    const read = readList(list, requestClass, input[list]);
    errors.push(...read.errors);
    return read.values;
  };
  const permissions = entries('permissions', CreatePermissionBody);
  const menus = entries('menus', MenuEntry);
  const roles = entries('roles', RoleEntry);
  const entriesIfGiven = <T extends object>(list: string, requestClass: RequestSchema<T>): readonly T[] | undefined =>
    input[list] === undefined ? undefined : entries(list, requestClass);
  const userAttributes = entriesIfGiven('userAttributes', DeclarationItem);
  const protectedRoutes = entriesIfGiven('protectedRoutes', RouteItem);
  if (errors.length > 0) throw new InvalidDocument(errors);
  const draftDefaults = { description: null, status: enabled };
  return {
    version: documentVersion,
    permissions: permissions.map((entry) => ({ ...draftDefaults, ...entry })),
    menus: menus.map((entry) => ({ ...menuDefaults, parent: null, ...entry })),
    roles: roles.map((entry) => ({ ...draftDefaults, ...entry })),
    ...(userAttributes !== undefined && { userAttributes: userAttributes.map(declarationOf) }),
    ...(protectedRoutes !== undefined && { protectedRoutes: protectedRoutes.map(routeOf) }),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readList<T extends object>(
  list: string,
  requestClass: RequestSchema<T>,
  input: unknown,
): { readonly values: readonly T[]; readonly errors: readonly FieldError[] } {
  if (!Array.isArray(input)) return { values: [], errors: [{ field: list, message: 'This must be a list.' }] };
  const names = fieldsOf(requestClass).map(({ name }) => name);
  const read = input.map((entry: unknown, index) => {
    const place = `${list}[${index}]`;
    if (!isObject(entry)) return { value: [], errors: [{ field: place, message: 'This must be an object.' }] };
    const { value, errors } = validate(requestClass, entry);
    const found = [...errors, ...unknownFields(entry, names)];
    return { value: [value], errors: found.map(({ field, message }) => ({ field: `${place}.${field}`, message })) };
  });
  return { values: read.flatMap(({ value }) => value), errors: read.flatMap(({ errors }) => errors) };
}
