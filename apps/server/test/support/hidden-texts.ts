import { createHash, randomBytes } from 'node:crypto';
import type { Api } from './api.ts';
import { aCategory, aContent, aTag, expectSuccess } from './builders.ts';
import { aPerson, startService, type Service } from './service.ts';
import { ownLabels } from '../exercise/own-labels.ts';

/** Every text that the public must not see contains at least one of these two markers. No other text contains them. */
const marker = `hush${randomBytes(4).toString('hex')}`;
const chineseMarker = '鬱龘靐齉';
export const hiddenMarkers = [marker, chineseMarker];

const hiddenText = (name: string): string => `${marker}${name} ${chineseMarker}`;
const hiddenSlug = (name: string): string => `${marker}-${name}`;

/** Returns fields of a content, each with a text that the public must not see. */
const hiddenFields = (name: string) => ({
  title: hiddenText(`title${name}`),
  slug: hiddenSlug(name),
  summary: hiddenText(`summary${name}`),
  contentMd: `# ${hiddenText(`heading${name}`)}\n\n${hiddenText(`body${name}`)}`,
  contentRaw: hiddenText(`raw${name}`),
});

const publicNames = ['one', 'two', 'three', 'four'];

/**
 * A service with public contents and with hidden texts, which are texts of contents that the public must not see. The
 * service also has ids, slugs and tokens that a client could guess.
 */
export interface HiddenTexts {
  readonly service: Service;
  /** A client of a user who has no editing role. */
  readonly user: Api;
  readonly publicIds: readonly string[];
  readonly hiddenIds: readonly string[];
  /** The id of a public content with a working copy and a preview link that was deleted. It is in the bin. */
  readonly removed: string;
  readonly slugs: readonly string[];
  /** Only contents and working copies that the public must not see have this tag. */
  readonly hiddenTag: string;
  readonly tagIds: readonly string[];
  readonly categoryId: string;
  /** A revoked token, an expired token and the token of a deleted content of preview links, and the hash of a valid token. */
  readonly previewTokens: readonly string[];
  /** Saves a working copy, which is an unpublished change, for each public content. */
  readonly saveWorkingCopies: () => Promise<void>;
}

/** Starts a service, and creates its contents. The working copies are saved later, by `saveWorkingCopies`. */
export async function withHiddenTexts(): Promise<HiddenTexts> {
  const service = await startService({ PUBLIC_URL: 'https://example.com' }, undefined, [ownLabels]);
  const { admin } = service;
  const { pool } = service.server.database;
  const { id: categoryId } = await aCategory(admin);
  const { id: hiddenTag } = await aTag(admin);
  const { id: publicTag } = await aTag(admin);
  const make = async (name: string, ...moves: readonly string[]): Promise<string> => {
    const { id } = await aContent(admin, { ...hiddenFields(name), categoryId, tagIds: [hiddenTag] });
    for (const move of moves) await expectSuccess(admin.post(`/contents/${id}/${move}`));
    return id;
  };
  const [draft, scheduled, expired] = [await make('draft'), await make('scheduled'), await make('expired', 'publish')];
  await expectSuccess(admin.put(`/contents/${scheduled}/schedule`, { publishAt: '2999-01-01T00:00:00Z' }));
  await pool.query(`UPDATE contents SET unpublish_at = now() - interval '1 s' WHERE id = $1`, [expired]);
  const html = { editorType: 'RICHTEXT', contentMd: null, contentHtml: `<p>${hiddenText('html')}</p>` };
  const { id: rich } = await aContent(admin, { ...hiddenFields('rich'), ...html });
  const [archived, withdrawn] = [await make('archived', 'archive'), await make('withdrawn', 'publish', 'unpublish')];
  const linkTo = (id: string) =>
    expectSuccess(admin.post<{ id: string; token: string }>(`/contents/${id}/preview-links`, { expiresIn: '1h' }));
  const removed = await make('removed', 'publish');
  await expectSuccess(admin.put(`/contents/${removed}/draft`, hiddenFields('removedcopy')));
  const removedLink = await linkTo(removed);
  await expectSuccess(admin.delete(`/contents/${removed}`));

  const label = { colour: '#000000', rank: 1, isShown: true, size: 'small', description: hiddenText('label') };
  await expectSuccess(admin.post('/team/labels', { ...label, name: hiddenText('name') }));

  const publicIds: string[] = [];
  for (const name of publicNames) {
    // The first revision of this content has hidden texts, which the next request replaces.
    const id = await make(`before${name}`);
    const shown = { title: `Public ${name}`, slug: `public-${name}`, summary: null, contentMd: name, contentRaw: null };
    await expectSuccess(admin.patch(`/contents/${id}`, { ...shown, tagIds: [publicTag] }));
    await expectSuccess(admin.post(`/contents/${id}/publish`));
    publicIds.push(id);
  }

  const [revokedLink, expiredLink, valid] = [await linkTo(draft), await linkTo(draft), await linkTo(draft)];
  await expectSuccess(admin.delete(`/contents/${draft}/preview-links/${revokedLink.id}`));
  await pool.query('UPDATE preview_links SET expires_at = now() WHERE id = $1', [expiredLink.id]);
  const hash = createHash('sha256').update(valid.token).digest('base64url');

  return {
    service,
    user: (await aPerson(service)).api,
    publicIds,
    removed,
    hiddenIds: [draft, scheduled, expired, rich, archived, withdrawn, removed],
    slugs: ['draft', 'scheduled', 'expired', 'archived', 'removed', 'beforeone', 'copyone'].map(hiddenSlug),
    hiddenTag,
    tagIds: [hiddenTag, publicTag],
    categoryId,
    previewTokens: [revokedLink.token, expiredLink.token, removedLink.token, hash],
    saveWorkingCopies: async () => {
      for (const [index, id] of publicIds.entries()) {
        const change = { ...hiddenFields(`copy${publicNames[index]}`), tagIds: [hiddenTag] };
        await expectSuccess(admin.put(`/contents/${id}/draft`, change));
      }
    },
  };
}
