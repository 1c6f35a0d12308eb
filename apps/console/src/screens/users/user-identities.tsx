import { IdentityList, identityMessages } from '../../resources/account-lists.tsx';
import { useLoad } from '../../parts/load.tsx';
import { api } from '../../session/session.ts';
import type { ShownUser } from '../../resources/references.ts';
import { Panel } from '../../parts/elements.tsx';

/** Lists the accounts at identity providers that a user can sign in with. The panel is hidden if the list is empty. */
export function UserIdentities({ user: { id } }: { readonly user: ShownUser }) {
  const text = identityMessages();
  const providers = useLoad(() => api.providers(), []).data ?? [];
  const path = { id };
  const found = useLoad((signal) => api.get('/api/users/{id}/identities', { params: { path }, signal }), [id]);
  if (found.data === undefined || found.data.length === 0) return null;
  const unlink = (identityId: string) =>
    api.delete('/api/users/{id}/identities/{identityId}', { params: { path: { id, identityId } } });
  return (
    <Panel title={text.title}>
      <IdentityList identities={found.data} providers={providers} unlink={unlink} onChanged={found.reload} />
    </Panel>
  );
}
