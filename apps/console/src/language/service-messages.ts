import type { PortcullisError } from '@portcullis/client';
import { language, texts, type Texts } from './language.ts';

/**
 * The service writes its messages in English. In every other language, the console shows the text that belongs to the
 * reason of the error, such as `invalid-credentials`, or to the form of a message about a field. Without such a text, it
 * shows the English message.
 */

/** @returns the text for the reason of an error; undefined if there is none, or if the console is in English. */
export function textOfReason(reason: PortcullisError['reason']): string | undefined {
  if (language.value === 'en' || reason === undefined) return undefined;
  const { errors, common } = texts();
  const known: Readonly<Record<string, string>> = errors;
  // The reasons of modules have no texts, but their endings are known.
  return known[reason] ?? (reason.endsWith('-taken') ? common.taken : undefined);
}

type FieldTexts = Texts['fieldErrors'];

/** The forms of the service's messages about a single field. */
const fieldMessages: readonly (readonly [RegExp, (text: FieldTexts, ...parts: string[]) => string])[] = [
  [/(\d+) to (\d+) characters/u, (text, min = '', max = '') => text.length({ min, max })],
  [/must be an email|before the @ is not valid/u, (text) => text.email],
  [/e-mail address must not contain/u, (text) => text.emailSpaces],
  [/domain of the e-mail address/u, (text) => text.domain],
  [/Each part of the domain/u, (text) => text.domainScripts],
  [/must not be less than (-?\d+)/u, (text, min = '') => text.least({ min })],
  [/must not be greater than (\d+)/u, (text, max = '') => text.greatest({ max })],
  [/must be an integer/u, (text) => text.integer],
  [/must be a UUID/u, (text) => text.uuid],
  [/letters, digits, underscores, dots and hyphens/u, (text) => text.codeCharacters],
  [/capital letter, then capital letters/u, (text) => text.capitals],
  [/digits, spaces/u, (text) => text.phone],
  [/URL is not valid/u, (text) => text.url],
  [/URL must begin with https/u, (text) => text.urlHttps],
  [/URL must not contain a user name/u, (text) => text.urlLogin],
  [/port (\d+) is not allowed/u, (text, port = '') => text.port({ port })],
  [/address that is not public|not public/u, (text) => text.publicAddress],
  [/event type such as/u, (text) => text.eventType],
  [/at most (\d+) events/u, (text, max = '') => text.events({ max })],
  [/Must be a text or a number/u, (text) => text.textOrNumber],
  [/Must be a text, a number, true or false/u, (text) => text.simpleValue],
  [/Must be a text/u, (text) => text.text],
  [/Must be a number/u, (text) => text.number],
  [/Must be a time such as/u, (text) => text.time],
  [/id of a category/u, (text) => text.category],
  [/Must be an id in lower case/u, (text) => text.id],
  [/Must be true or false/u, (text) => text.boolean],
  [/Must be a list of at least one condition/u, (text) => text.conditions],
  [/Must be a condition/u, (text) => text.condition],
  [/nested in more than (\d+) levels/u, (text, max = '') => text.levels({ max })],
  [/more than (\d+) parts/u, (text, max = '') => text.parts({ max })],
  [/more than (\d+) values/u, (text, max = '') => text.values({ max })],
  [/Must be one of resource\./u, (text) => text.attribute],
  [/Must be one of (.+)/u, (text, values = '') => text.oneOf({ values })],
  [/must not be a script URL/u, (text) => text.script],
];

/** @returns a message about a field in the current language; the message itself if its form is unknown. */
export function fieldMessage(message: string): string {
  if (language.value === 'en') return message;
  for (const [form, textOf] of fieldMessages) {
    const found = form.exec(message);
    if (found !== null) return textOf(texts().fieldErrors, ...found.slice(1));
  }
  return message;
}
