import type { DemoArticle } from './articles.ts';

/** A demo article, and the changes that editors make to it later. */
export interface DemoText extends DemoArticle {
  /** The later versions of the text, in chronological order. Each version creates a revision. */
  readonly rewrites: readonly string[];
  /** The text of the working copy, which is not published yet. */
  readonly workingCopy?: string;
  readonly publishInDays?: number;
  readonly unpublishInDays?: number;
}

const searchTextInChinese = `# 在后台查找内容

管理后台可以查找标题、标签、摘要和正文。中文不需要空格，两个字以上的词语在正文中的任何位置都能找到。

## 结果的顺序

标题中的词语排在最前，其次是小标题和标签，然后是摘要，最后是正文。
`;

/** Articles in several languages, for trying the search. Some have revisions, a working copy or a schedule. */
export const demoTexts: readonly DemoText[] = [
  {
    title: '在后台查找内容',
    slug: '在后台查找内容',
    summary: '搜索标题、标签、摘要和正文。',
    contentMd: '# 在后台查找内容\n\n管理后台可以查找标题和正文。\n',
    rewrites: [
      '# 在后台查找内容\n\n管理后台可以查找标题、标签、摘要和正文。\n',
      '# 在后台查找内容\n\n管理后台可以查找标题、标签、摘要和正文。中文不需要空格。\n',
      searchTextInChinese,
    ],
    category: 'guides',
    tags: ['搜索', 'beginner'],
    move: 'publish',
    ageDays: 40,
  },
  {
    title: '権限とロールの考え方',
    slug: '権限とロールの考え方',
    summary: 'ロールは権限とメニューをまとめます。',
    contentMd:
      '# 権限とロールの考え方\n\nユーザーはロールを持ち、ロールは権限とメニューを持ちます。取り消した権限は、次のリクエストから使えません。\n',
    rewrites: [],
    category: 'guides',
    tags: ['権限'],
    move: 'publish',
    ageDays: 33,
  },
  {
    title: '감사 기록 읽는 법',
    slug: '감사-기록-읽는-법',
    summary: '누가 언제 무엇을 바꾸었는지 확인합니다.',
    contentMd:
      '# 감사 기록 읽는 법\n\n감사 기록에는 역할의 모든 변경이 남습니다. 기록은 수정하거나 삭제할 수 없습니다.\n',
    rewrites: [],
    category: 'guides',
    tags: ['감사'],
    move: 'publish',
    ageDays: 27,
  },
  {
    title: 'Rechte prüfen, bevor etwas geschieht',
    slug: 'rechte-prüfen',
    summary: 'Wie Dienste fragen, was jemand darf.',
    contentMd:
      '# Rechte prüfen\n\nJeder Dienst fragt vor einer Änderung, was der Aufrufer darf. Die Antwort ist so aktuell wie die Datenbank.\n',
    rewrites: [
      '# Rechte prüfen\n\nJeder Dienst fragt vor einer Änderung, was der Aufrufer darf.\n\n## Beispiel\n\n`GET /api/auth/permissions`\n',
    ],
    workingCopy:
      '# Rechte prüfen\n\nJeder Dienst fragt vor einer Änderung, was der Aufrufer darf.\n\n## Beispiel\n\n`GET /api/auth/permissions`\n\n## Was noch fehlt\n\nEin Absatz über Ausfälle.\n',
    category: 'notes',
    tags: ['access rights'],
    move: 'publish',
    ageDays: 21,
  },
  {
    title: 'Qué cambia en la próxima versión',
    slug: 'qué-cambia-en-la-próxima-versión',
    summary: 'Se publica dentro de una semana.',
    contentMd: '# Qué cambia en la próxima versión\n\nLa búsqueda encuentra palabras en todos los idiomas.\n',
    rewrites: [],
    publishInDays: 7,
    category: 'releases',
    tags: ['release'],
    move: undefined,
    ageDays: 2,
  },
  {
    title: 'Maintenance at the end of the month',
    slug: 'maintenance-at-the-end-of-the-month',
    summary: 'A notice that withdraws itself.',
    contentMd: '# Maintenance\n\nThe service is read-only for one hour. This notice disappears by itself.\n',
    rewrites: [],
    unpublishInDays: 14,
    category: 'releases',
    tags: ['release'],
    move: 'publish',
    ageDays: 1,
  },
];
