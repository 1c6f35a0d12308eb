import { IdentityList, identityMessages } from '../../resources/account-lists.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { goToProvider, linkCount } from '../../session/provider-sign-in.ts';
import { api } from '../../session/session.ts';
import { Button, Panel } from '../../parts/elements.tsx';

/**
 * Lists the accounts at identity providers that the person can sign in with. The person can link and unlink accounts.
 */
export function OwnIdentities() {
  const text = identityMessages();
  const providers = useLoad(() => api.providers(), []).data ?? [];
  const own = useLoad((signal) => api.get('/api/auth/identities', { signal }), [linkCount.value]);
  if (providers.length === 0 && (own.data ?? []).length === 0) return null;
  return (
    <Panel title={text.title}>
      <LoadBoundary of={own}>
        {(identities) => (
          <>
            {identities.length === 0 ? <p>{text.none}</p> : undefined}
            <IdentityList
              identities={identities}
              providers={providers}
              unlink={(id) => api.delete('/api/auth/identities/{id}', { params: { path: { id } } })}
              onChanged={own.reload}
            />
            <div class="form-actions">
              {providers.map(({ key, name }) => (
                <Button key={key} onClick={() => goToProvider(key, 'link')}>
                  {text.link(name)}
                </Button>
              ))}
            </div>
          </>
        )}
      </LoadBoundary>
    </Panel>
  );
}
