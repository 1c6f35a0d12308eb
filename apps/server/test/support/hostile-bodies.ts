const names = [
  'username',
  'email',
  'password',
  'code',
  'name',
  'title',
  'slug',
  'roleIds',
  'routeName',
  'names',
  'status',
];

/** Returns the JSON of an object with all fields of `names`, each with this value. Each field is read by some route. */
const everywhere = (value: string): string => `{${names.map((name) => `"${name}":${value}`).join()}}`;

const values = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e400',
  '-1e400',
  '2147483648',
  '9007199254740993',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"$ne":1}',
  '{"toString":1}',
  '{"length":1}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '["\\u0000"]',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uffff"',
  '""',
  '" "',
  '"%s%n"',
  '"../../etc/passwd"',
  '"{{7*7}}"',
  '"$(id)"',
  '"<script>"',
  '"a\\r\\nSet-Cookie: x"',
  `"${'x'.repeat(60_000)}"`,
  '"00000000-0000-4000-8000-000000000000\\u0000"',
  '"\'; DROP TABLE users; --"',
];

/** Request bodies with values that cause errors in code that does not validate its input. */
export const hostileObjects: readonly string[] = values.map(everywhere);

/** Request bodies that are invalid or unusual for the JSON decoder, which is the same on every route. */
export const hostileTexts: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '}',
  '{"a"',
  '{"a":}',
  '{a:1}',
  "{'a':1}",
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"constructor":1,"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1}',
  '{"username":"a","username":"b","password":"x","password":"y"}',
  '{"id":"x","isSystem":true,"createdAt":0,"passwordHash":"x","updatedAt":null}',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `[${'0,'.repeat(30_000)}0]`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"username":"\xc3\x28","password":"\xa0\xa1"}', 'latin1'),
  Buffer.from('{"username":"a"}', 'utf16le'),
  Buffer.alloc(1000),
];

export const hostileBodies: readonly (string | Buffer)[] = [...hostileObjects, ...hostileTexts];
