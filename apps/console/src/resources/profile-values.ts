import type { Schemas } from '@portcullis/client';
import { genderOf, textsOf, withNulls } from '../forms/values.ts';

const fields = ['username', 'email', 'nickName', 'phone', 'gender'] as const;

/** The values of the form of a user, or of the person's own profile. */
export const valuesOf = (user: Pick<Schemas['VisibleUser'], (typeof fields)[number]>) => textsOf(fields, user);

export const bodyOf = ({ gender, ...values }: ReturnType<typeof valuesOf>) => ({
  ...withNulls(values, ['nickName', 'phone']),
  gender: genderOf(gender),
});
