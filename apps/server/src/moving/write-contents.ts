import { stringify } from 'yaml';

/** The fields of a content in the form that an import reads. */
export type ContentFieldsOfFile = Readonly<Record<string, unknown>>;

const withoutEmpty = (fields: ContentFieldsOfFile): ContentFieldsOfFile =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** Returns a line of NDJSON. Fields without a value are left out. */
export const lineOfContent = (fields: ContentFieldsOfFile): string => `${JSON.stringify(withoutEmpty(fields))}\n`;

/** Returns a Markdown file with front matter. */
export function fileOfContent({ contentMd, ...fields }: ContentFieldsOfFile): string {
  const head = { ...withoutEmpty(fields), ...(typeof contentMd !== 'string' && { contentMd: null }) };
  return `---\n${stringify(head, { lineWidth: 0 })}---\n${typeof contentMd === 'string' ? contentMd : ''}`;
}

/** Maximum number of bytes of a file name. */
const maxName = 200;

/** Returns the name of the file of a content: its slug, or its id if the slug is too long. */
export function fileNameOf(slug: string, id: string): string {
  const name = encodeURIComponent(slug).replaceAll('%', '_');
  return `${name.length > maxName || name !== slug ? id : slug}.md`;
}
