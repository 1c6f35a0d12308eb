import type { UserInfo } from '@vben/types';

import { useAccessStore } from '@vben/stores';

import { requestClient } from '#/api/request';
import { setOperations } from '#/portcullis/can';

export interface Profile {
  email: string;
  id: string;
  nickName: null | string;
  permissions: string[];
  phone: null | string;
  roles: string[];
  username: string;
  version: number;
}

export type ProfileChange = Partial<
  Pick<Profile, 'email' | 'nickName' | 'phone'>
> & {
  /** Required for another e-mail address, unless the last log-in was at most 15 minutes ago. */
  currentPassword?: string;
};

export const getProfileApi = () => requestClient.get<Profile>('/auth/profile');

/**
 * Changes the profile if its version number is still `version`. The function calls `request`, because RequestClient has
 * no method for PATCH.
 */
export const updateProfileApi = (change: ProfileChange, version: number) =>
  requestClient.request<Profile>('/auth/profile', {
    data: change,
    headers: { 'If-Match': `"${version}"` },
    method: 'PATCH',
  });

/**
 * Returns the user, and updates the stored permission codes and the operations that
 * the user may call, so that they are current after a reload.
 */
export async function getUserInfoApi(): Promise<UserInfo> {
  const { email, id, nickName, permissions, roles, username } =
    await getProfileApi();
  useAccessStore().setAccessCodes(permissions);
  setOperations(await requestClient.get('/auth/operations'));
  return {
    avatar: '',
    desc: email,
    homePath: '',
    realName: nickName || username,
    roles,
    token: '',
    userId: id,
    username,
  };
}
