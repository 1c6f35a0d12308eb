import { api, hasPermission, profile } from '../session/session.ts';
import { isMissing, useLoad } from '../parts/load.ts';
import { commonMessages } from '../parts/messages.ts';

/**
 * Shows who saved the other version of a resource in a conflict: the name of the user, or a text such as 'you, in
 * another place' if it was the person who is logged in. For deleted users, and for users whose data the person may not
 * read, shows a text such as 'somebody else'.
 */
export function AccountName({ id }: { readonly id: string }) {
  const text = commonMessages();
  const isOwn = profile.value?.id === id;
  const name = useLoad(
    async (signal) => {
      if (isOwn || !hasPermission('user.read')) return undefined;
      try {
        return (await api.get('/api/users/{id}', { params: { path: { id } }, signal })).username;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    [id],
  );
  return <span>{isOwn ? text.yourself : (name.data ?? text.somebody)}</span>;
}
