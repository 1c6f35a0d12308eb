import type { User, UserChange } from '@portcullis/domain/internal/accounts/user';

/** A demo user and the codes of the user's roles. */
export interface DemoPerson {
  readonly account: Pick<User, 'username' | 'email'> & UserChange;
  readonly roles: readonly string[];
}

/** The numbers that front ends based on soybean-admin use for genders. */
const [male, female] = [1, 2];

const people: readonly (readonly [name: string, gender: number | null])[] = [
  ['Ada Lindqvist', female],
  ['Bao Nguyen', male],
  ['Carmen Ortega', female],
  ['Dmitri Sokolov', male],
  ['Eleni Papadaki', female],
  ['Farid Haddad', male],
  ['Grace Mwangi', female],
  ['Hiro Tanaka', male],
  ['Ines Carvalho', female],
  ['Jonas Weber', male],
  ['Kavya Iyer', female],
  ['Liam Byrne', male],
  ['Mei Zhang', female],
  ['Noor Rahman', female],
  ['Olga Wójcik', female],
  ['Pedro Álvarez', male],
  ['Quinn Taylor', null],
  ['Rosa Bianchi', female],
  ['Samuel Okafor', male],
  ['Tuuli Korhonen', female],
];

/** The code of the role of the users who write the demo contents. Permissions, not the role MODERATOR, allow this. */
export const editorRole = 'DEMO_EDITOR';

/** Number of editors. The first users of the list are the editors, and the next user is a moderator. */
const editorCount = 2;

const rolesOf = (index: number): readonly string[] => {
  if (index < editorCount) return ['USER', editorRole];
  if (index === editorCount) return ['MODERATOR'];
  return index % 3 === 0 ? ['USER', 'DEMO_ANALYST'] : ['USER'];
};

/** Returns the text in lower case and without diacritics, for user names that can be typed on any keyboard. */
const withoutDiacritics = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l').toLowerCase();

export const demoPeople: readonly DemoPerson[] = people.map(([nickName, gender], index) => {
  const username = withoutDiacritics(nickName).replace(' ', '.');
  return {
    account: {
      username,
      email: `${username}@example.com`,
      nickName,
      phone: `+44 20 7946 0${String(100 + index)}`,
      gender,
      status: index % 9 === 8 ? 0 : 1,
    },
    roles: rolesOf(index),
  };
});
