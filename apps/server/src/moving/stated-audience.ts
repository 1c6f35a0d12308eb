import { contentStatuses, type ContentStatus } from '@portcullis/domain/internal/schedule';
import { basename, dirname } from 'node:path';
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

/** Parts of the names of fields with which programs keep a content from some readers. */
const withholding = new Set(
  `access audience confidential draft embargo embargoed hidden internal members member membership paid password paywall premium private
  protected restricted secret subscribers tier tiers unlisted unpublished visibility wip`.split(/\s+/),
);
/** Names of fields with which programs say that everybody reads a content. */
const showing = new Set(['listed', 'public', 'publish', 'published', 'visible']);
/** Values that name all readers. */
const all = new Set(['public', 'everyone', 'everybody', 'all', 'anyone', 'free', 'open', 'visible']);

const partsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z\d]+/);

function audienceOfField(name: string, value: unknown): Audience {
  const parts = partsOf(name);
  const flag = flagOf(value);
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (parts.length === 1 && showing.has(parts[0] ?? '')) {
    if (flag === undefined && Number.isNaN(Date.parse(folded)) && !all.has(folded))
      return { kind: 'unknown', field: name, value };
    return flag === false && value !== null && value !== undefined && value !== ''
      ? withheld(`it says ${name}: ${JSON.stringify(value)}`)
      : everybody;
  }
  if (!parts.some((part) => withholding.has(part)) || flag === false || all.has(folded)) return everybody;
  if (flag === true) return withheld(`it says ${name}`);
  if (/^(?:draft|private|hidden|unlisted|paid|premium)$/i.test(name)) return { kind: 'unknown', field: name, value };
  return withheld(
    parts.includes('password')
      ? 'it has a password'
      : `its ${name} is ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
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
