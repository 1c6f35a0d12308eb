import { accessControlEvents } from '../access/access-control.ts';
import { apiKeyEvents } from '../accounts/api-key.ts';
import { categoryEvents } from '../contents/category.ts';
import { contentEvents } from '../contents/content.ts';
import type { DeclaredName, EventDeclaration } from '../shared/declare-event.ts';
import { deliveryEvents } from './delivery.ts';
import { factorEvents } from '../accounts/factor.ts';
import { identityEvents } from '../accounts/identity.ts';
import { mailLinkEvents } from '../accounts/mail-link.ts';
import { mediaEvents } from '../media/media.ts';
import { menuEvents } from '../menus/menu.ts';
import { permissionEvents } from '../roles/permission.ts';
import { previewLinkEvents } from '../contents/preview-link.ts';
import { routeTableEvents } from '../access/protected-routes.ts';
import { roleEvents } from '../roles/role.ts';
import { accountLocked, sessionEvents } from '../accounts/session.ts';
import { tagEvents } from '../contents/tag.ts';
import { userAttributesUpdated } from '../conditions/user-attribute.ts';
import { userEvents } from '../accounts/user.ts';
import { webhookEvents } from './webhook.ts';
import { workingCopyEvents } from '../contents/working-copy.ts';

/** Returns the types of events and of their subjects, and the names of the recorded fields. */
const typesOf = <Type extends string, Subject extends string>(
  events: Readonly<Record<string, EventDeclaration<Type, Subject, never, never, never>>>,
): readonly { readonly type: Type; readonly subject: Subject; readonly fields: readonly string[] }[] =>
  Object.values(events).map(({ type, subject, names }) => ({ type, subject: subject.type, fields: names }));

/** The events of this package, in the order of the documentation. */
const builtInEvents = [
  ...typesOf(userEvents),
  ...typesOf({ userAttributesUpdated }),
  ...typesOf(mailLinkEvents),
  ...typesOf(roleEvents),
  ...typesOf(permissionEvents),
  ...typesOf(menuEvents),
  ...typesOf(categoryEvents),
  ...typesOf(tagEvents),
  ...typesOf(mediaEvents),
  ...typesOf(contentEvents),
  ...typesOf(workingCopyEvents),
  ...typesOf(previewLinkEvents),
  ...typesOf(sessionEvents),
  ...typesOf(factorEvents),
  ...typesOf(identityEvents),
  ...typesOf({ accountLocked }),
  ...typesOf(apiKeyEvents),
  ...typesOf(webhookEvents),
  ...typesOf(deliveryEvents),
  ...typesOf(accessControlEvents),
  ...typesOf(routeTableEvents),
];

/** The type of a built-in event, such as `role.created`. */
export type BuiltInEventType = (typeof builtInEvents)[number]['type'];
/** The type of what a built-in event is about, such as `role`. */
export type BuiltInSubjectType = (typeof builtInEvents)[number]['subject'];

/** The type of an event: built in, or declared with `declareEvent`. */
export type EventType = BuiltInEventType | DeclaredName<`${string}.${string}`>;

/** The type of the subject of an event: built in, or declared with `declareSubject`. */
export type SubjectType = BuiltInSubjectType | DeclaredName;

/** The types of all built-in events. */
export const eventTypes: readonly BuiltInEventType[] = builtInEvents.map(({ type }) => type);
/** The types of everything that built-in events are about. */
export const subjectTypes: readonly BuiltInSubjectType[] = [...new Set(builtInEvents.map(({ subject }) => subject))];
/** The names of all fields that built-in events record. Whoever shows events needs a label for each of them. */
export const recordedFieldNames: readonly string[] = [...new Set(builtInEvents.flatMap(({ fields }) => fields))];
