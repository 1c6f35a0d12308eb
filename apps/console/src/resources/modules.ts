import type { Schemas } from '@portcullis/client';
import { textOf } from '../language/module-texts.ts';
import { moduleParts } from '../session/session.ts';

/** A resource of a module, for which the console makes a list and a form. */
export type ModuleResource = Schemas['ConsoleParts']['resources'][number];

/** Every screen of a module has a path that begins with this, so that it is never a screen of the service. */
const base = '/modules';

/** Returns the path of the screen of a module, or of the screen with the list of a resource. */
export const modulePathOf = ({ path }: { readonly path: string }): string => `${base}${path}`;

const resourceOf = (subjectType: string): ModuleResource | undefined =>
  moduleParts.value.resources.find(({ name }) => name === subjectType);

/** Returns the path of the screen of an entry; undefined if no module has a resource with this name. */
export function modulePath(subjectType: string, id: string): string | undefined {
  const resource = resourceOf(subjectType);
  return resource === undefined ? undefined : `${modulePathOf(resource)}/${id}`;
}

/** The label of a field of a module's resource, and the labels of the values of a choice. */
export interface FieldNames {
  readonly label: string;
  readonly ofValues: ReadonlyMap<string, string>;
  /** The kind of entries whose id the value is; null if the value is no id. */
  readonly target: string | null;
}

/** Returns the resource that a permission is about; undefined if no module has defined it from fields. */
export const resourceOfPermission = (code: string): ModuleResource | undefined =>
  moduleParts.value.resources.find(({ name }) => code.startsWith(`${name}.`));

/** Returns the names of the fields that conditions on a permission compare; undefined if no module has defined them. */
export const moduleFieldNames = (permission: string): ReadonlyMap<string, FieldNames> | undefined => {
  const resource = resourceOfPermission(permission);
  return (
    resource &&
    new Map(
      resource.fields.map(({ value, label, values, target }) => [
        value,
        { label: textOf(label), ofValues: new Map(values.map((each) => [each.value, textOf(each.label)])), target },
      ]),
    )
  );
};

/** Returns the label of a field of a resource; undefined if no module has it. */
export function moduleFieldName(subjectType: string, field: string): string | undefined {
  const found = resourceOf(subjectType)?.fields.find(({ value }) => value === field);
  return found === undefined ? undefined : textOf(found.label);
}
