import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { TagView } from '@portcullis/domain/internal/contents/tag';
import { aContent, aTag, expectSuccess, type Wire } from '../../test/support/builders.ts';
import { aPerson, unique, type ServiceClients } from '../../test/support/service.ts';
import type { Kinds } from './traffic.ts';

/** Requests that use the database in different ways, and the tag that some of them read or write. */
export interface RequestMix {
  readonly reads: Kinds;
  readonly searches: Kinds;
  readonly writes: Kinds;
  /** Logins and registrations, which are sent without a token. */
  readonly sessions: Kinds;
  readonly tag: Wire<TagView>;
}

export async function createRequestMix(site: ServiceClients): Promise<RequestMix> {
  const { api, admin } = site;
  // An account keeps only its newest sessions, so many logins would end the sessions of the requests with a token. The
  // logins therefore use a separate account.
  const { username, password } = await aPerson(site);
  const tags = await Promise.all(Array.from({ length: 16 }, () => aTag(admin)));
  const [tag = await aTag(admin)] = tags;
  const content: Wire<ContentView> = await aContent(admin, { tagIds: [tag.id] });
  await expectSuccess(admin.post(`/contents/${content.id}/publish`));
  let turn = 0;
  const nextTag = (): string => tags[(turn += 1) % tags.length]?.id ?? tag.id;
  return {
    tag,
    reads: {
      'a read of a visitor': () => api.get(`/contents/slug/${content.slug}`),
      'a read with a token': () => admin.get('/auth/permissions'),
      'a list': () => admin.get('/users'),
      'the user menu': () => admin.get('/menus/user-routes'),
    },
    searches: {
      'a search of a visitor': () => api.get('/contents?search=content'),
      'a search with a token': () => admin.get('/users?search=admin'),
    },
    writes: {
      'a write': () => admin.patch(`/tags/${nextTag()}`, { description: unique('Written ') }),
      'a content': () => admin.post('/contents', { title: unique('Fault '), contentMd: 'Text', tagIds: [tag.id] }),
    },
    sessions: {
      'a login': () => api.post('/auth/login', { username, password }),
      'a registration': () => {
        const name = unique('fault-');
        return api.post('/auth/register', { username: name, email: `${name}@example.com`, password: `pw-${name}` });
      },
    },
  };
}
