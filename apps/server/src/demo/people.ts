import type { User, UserChange } from '@portcullis/domain';

/** A demo user with the codes of their roles. */
export interface DemoPerson {
  readonly account: Pick<User, 'username' | 'email'> & UserChange;
  readonly roles: readonly string[];
}

const names = [
  'Ada Lindqvist',
  'Bao Nguyen',
  'Carmen Ortega',
  'Dmitri Sokolov',
  'Eleni Papadaki',
  'Farid Haddad',
  'Grace Mwangi',
  'Hiro Tanaka',
  'Ines Carvalho',
  'Jonas Weber',
  'Kavya Iyer',
  'Liam Byrne',
  'Mei Zhang',
  'Noor Rahman',
  'Olga Wójcik',
  'Pedro Álvarez',
  'Quinn Taylor',
  'Rosa Bianchi',
  'Samuel Okafor',
  'Tuuli Korhonen',
];

/** The first users of the list write the demo contents; this is their number. */
const editorCount = 2;

const rolesOf = (index: number): readonly string[] => {
  if (index < editorCount) return ['MODERATOR', 'DEMO_EDITOR'];
  return index % 3 === 0 ? ['USER', 'DEMO_ANALYST'] : ['USER'];
};

/** Lower-case letters without diacritics, for user names that can be typed on any keyboard. */
const withoutDiacritics = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l').toLowerCase();

export const demoPeople: readonly DemoPerson[] = names.map((nickName, index) => {
  const username = withoutDiacritics(nickName).replace(' ', '.');
  return {
    account: {
      username,
      email: `${username}@example.com`,
      nickName,
      phone: `+44 20 7946 0${String(100 + index)}`,
      gender: 1 + (index % 2),
      status: index % 9 === 8 ? 0 : 1,
    },
    roles: rolesOf(index),
  };
});
