import type { Choice } from '../parts/elements.tsx';
import { api } from '../session/session.ts';

/** Number of choices that a search shows. */
export const pickerSize = 20;

/** Finds users by a part of the username, the e-mail address, the nickname or the phone number. */
export const findUsers = async (search: string, signal: AbortSignal): Promise<readonly Choice[]> => {
  const query = { pageSize: pickerSize, ...(search !== '' && { search }) };
  const { items } = await api.get('/api/users', { params: { query }, signal });
  return items.map(({ id, username, nickName }) => ({
    value: id,
    label: nickName === null ? username : `${username} (${nickName})`,
  }));
};
