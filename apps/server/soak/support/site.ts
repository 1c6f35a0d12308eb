import { aCategory, aContent, aTag, expectSuccess, type Wire } from '../../test/support/builders.ts';
import { openSession, type Tokens } from '../../test/support/sessions.ts';
import { aPerson, anAdministrator, unique, type ServiceClients, type Person } from '../../test/support/service.ts';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { TagView } from '@portcullis/domain/internal/contents/tag';

/** A user whose tokens are renewed during the run. */
export interface Renewed extends Person {
  tokens: Tokens;
}

/** The data that exists from the beginning to the end of the run. */
export interface SoakData extends ServiceClients {
  /** Several administrators, because each may set roles only ten times a minute. */
  readonly administrators: readonly Renewed[];
  /** A user with only the role USER. */
  readonly visitor: Renewed;
  readonly person: Person;
  readonly contents: readonly Wire<ContentView>[];
  readonly tags: readonly Wire<TagView>[];
  readonly roleIds: readonly string[];
}

const article = `# Heading\n\n${'Some *text* with `code`, a [link](https://example.com) and ~~more~~.\n\n'.repeat(20)}
\`\`\`ts\nexport const answer = (): number => 42;\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`;

export async function createSoakData(entrance: ServiceClients, administrators = 12): Promise<SoakData> {
  const { api, admin } = entrance;
  const renewed = async (person: Person): Promise<Renewed> => ({ ...person, tokens: await openSession(api, person) });
  const all: Renewed[] = [];
  for (let count = 0; count < administrators; count += 1) all.push(await renewed(await anAdministrator(entrance)));
  const tags = await Promise.all(Array.from({ length: 20 }, () => aTag(admin)));
  const category = await aCategory(admin);
  const contents: Wire<ContentView>[] = [];
  for (let count = 0; count < 50; count += 1) {
    const tagIds = tags.slice(count % 10, (count % 10) + 3).map(({ id }) => id);
    const content = await aContent(admin, { contentMd: article, tagIds, categoryId: category.id });
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
    contents.push(content);
  }
  const roles = await expectSuccess(admin.get<{ items: readonly { id: string }[] }>('/roles'));
  return {
    ...entrance,
    administrators: all,
    visitor: await renewed(await aPerson(entrance)),
    person: await aPerson(entrance),
    contents,
    tags,
    roleIds: roles.items.map(({ id }) => id),
  };
}

/**
 * Returns about `kilobytes` KB of Markdown. Each call returns new text, because unchanged text is not converted again.
 */
export const markdown = (kilobytes: number): string =>
  `${unique('Text ')}\n\n${article.repeat(Math.ceil((kilobytes * 1024) / article.length))}`;

export function randomItem<Thing>(things: readonly Thing[]): Thing {
  const thing = things[Math.floor(Math.random() * things.length)];
  if (thing === undefined) throw new Error('The list is empty.');
  return thing;
}

/** Returns a function that returns the next item at each call, and the first item again after the last one. */
export function inTurn<Thing>(things: readonly Thing[]): () => Thing {
  let next = -1;
  return () => {
    next += 1;
    return things[next % things.length] ?? randomItem(things);
  };
}
