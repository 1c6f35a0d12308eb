import type { Schemas } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { textOf } from '../language/module-texts.ts';
import { moduleParts } from '../session/session.ts';

type Event = Schemas['Event'];

/** The names of the event types of the service. A type without a name is a compile-time error. */
const builtInNames = (): Readonly<Record<Event['type'], string>> => texts().eventTypes;

/** Returns the names of all event types, including those of modules. */
const eventNames = (): Readonly<Record<string, string>> => ({
  ...builtInNames(),
  ...Object.fromEntries(moduleParts.value.events.map(({ value, label }) => [value, textOf(label)])),
});

/** Returns the name of an event type; the type itself if it belongs to a module that the service no longer has. */
export const eventName = (type: string): string => eventNames()[type] ?? type;

/** The kinds of subjects of the service. The subject of an event is the resource that the event concerns. */
const builtInSubjects = (): Readonly<Record<Event['subject']['type'], string>> => texts().subjects;

/** Returns the display names of the kinds of subjects, including those of modules. */
export const subjectNames = (): Readonly<Record<string, string>> => ({
  ...builtInSubjects(),
  ...Object.fromEntries(moduleParts.value.resources.map(({ name, title }) => [name, textOf(title)])),
});

/** @returns the groups of event types, each with its pattern such as `user.*`, its name and its types. */
export function eventGroups() {
  const names: Readonly<Record<string, string>> = { ...texts().eventGroups, ...subjectNames() };
  const types = Object.entries(eventNames());
  const groups = [...new Set(types.map(([type]) => groupOf(type, names)))];
  return groups.map((group) => ({
    pattern: `${group}.*`,
    name: names[group] ?? group,
    types: types.filter(([type]) => type.startsWith(`${group}.`)).map(([value, label]) => ({ value, label })),
  }));
}

/** Returns the first part of a type. For a resource of a module, this is the name of the resource, which has a dot. */
function groupOf(type: string, names: Readonly<Record<string, string>>): string {
  const subject = type.slice(0, type.lastIndexOf('.'));
  return subject in names ? subject : type.slice(0, type.indexOf('.'));
}
