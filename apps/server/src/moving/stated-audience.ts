import { contentStatuses, type ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { basename, dirname } from 'node:path';
import { words } from './elements.ts';
import { everybody, flagOf, scheduled, strictest, withheld, type Audience } from './audience.ts';

const statuses: Readonly<Record<string, Audience>> = {
  ...Object.fromEntries(['publish', 'published', 'public', 'live', 'archived'].map((name) => [name, everybody])),
  ...Object.fromEntries(
    ['draft', 'private', 'hidden', 'unlisted', 'unpublished', 'inactive', 'protected'].map((name) => [
      name,
      withheld(`it is ${name}`),
    ]),
  ),
  pending: withheld('it waits for a review'),
  review: withheld('it waits for a review'),
  'in-review': withheld('it waits for a review'),
  future: scheduled,
  scheduled,
};
const ownStatuses: readonly unknown[] = contentStatuses;

/** Words in the names of fields with which programs keep a content from some readers. */
const withholding = words(
  'archived confidential draft embargo embargoed member members membership password paywall private subscribers unlisted unpublished wip',
);
/** Words with the same meaning, unless they are beside words that are not listed here. */
const alone = words('access audience hidden internal paid premium protected restricted secret tier tiers visibility');
const fillers = words('content is level only page post required');
/** Words in the names of fields with the time from which everybody reads a content. */
const starting = words('available live pub publication release released schedule scheduled');
/** Names of fields with which programs say that everybody reads a content. */
const showing = words('listed public publish published visible');
/** Values that name all readers. */
const all = words('public everyone everybody all anyone free open visible');

const partsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z\d]+/);

function audienceOfField(name: string, value: unknown): Audience {
  const parts = partsOf(name);
  const flag = flagOf(value);
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  if (showing.has(name.toLowerCase())) {
    const isDate = /\d/.test(folded) && !Number.isNaN(Date.parse(folded));
    if (flag === undefined && !isDate && !all.has(folded)) return { kind: 'unknown', field: name, value };
    const isSaid = value !== null && value !== undefined && value !== '';
    return flag === false && isSaid ? withheld(`it says ${name}: ${written}`) : everybody;
  }
  if (parts.some((part) => starting.has(part)) && Date.parse(folded) > Date.now())
    return withheld(`its ${name} is ${written}`);
  const others = parts.filter((part) => !fillers.has(part));
  const isWithheld =
    others.some((part) => withholding.has(part)) || (others.length > 0 && others.every((part) => alone.has(part)));
  if (!isWithheld || flag === false || all.has(folded)) return everybody;
  if (flag === true || parts.includes('protected')) return withheld(`it says ${name}`);
  if (/^(?:draft|private|hidden|unlisted|paid|premium)$/i.test(name)) return { kind: 'unknown', field: name, value };
  return withheld(parts.includes('password') ? 'it has a password' : `its ${name} is ${written}`);
}

function audienceOfStatus(status: unknown): Audience {
  // In the words of an export from here, the field itself decides.
  if (status === undefined || status === null || ownStatuses.includes(status)) return everybody;
  const folded = typeof status === 'string' ? status.trim().toLowerCase() : '';
  return Object.hasOwn(statuses, folded)
    ? (statuses[folded] ?? everybody)
    : { kind: 'unknown', field: 'status', value: status };
}

/** Returns the status here that a status of another program means, apart from its audience. */
export function ownStatusOf(status: unknown): ContentStatus {
  const folded = String(status).trim().toUpperCase();
  return contentStatuses.find((each) => each === folded) ?? 'PUBLISHED';
}

const neverShown = (build: unknown): boolean =>
  typeof build === 'object' &&
  build !== null &&
  Object.values(build).some((each) => each === 'never' || flagOf(each) === false);

/** Returns for whom a content is, by the fields that programs use for it, and by the folder of its file. */
export const statedAudience = (given: Readonly<Record<string, unknown>>, path = ''): Audience =>
  strictest([
    ...Object.entries(given).map(([name, value]) => {
      const field = name.toLowerCase();
      const said = audienceOfStatus(value);
      if (field === 'status' || (/(?:^|[_-])(?:post)?(?:status|state)$/.test(field) && said.kind !== 'unknown'))
        return said;
      if (/^_?build$/i.test(name)) return neverShown(value) ? withheld('it is never built') : everybody;
      return audienceOfField(name, value);
    }),
    ...(dirname(path)
      .split(/[\\/]/)
      .some((folder) => /^_?drafts?$/i.test(folder))
      ? [withheld('it is in a folder of drafts')]
      : []),
    ...(/^(?:_draft|draft)[-_. ]|[-_.]draft\.[a-z]+$/i.test(basename(path))
      ? [withheld('its file is named a draft')]
      : []),
  ]);
