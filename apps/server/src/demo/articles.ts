import { slugFrom } from '@portcullis/domain/internal/names/slug';

/** A demo category, at the root or below another demo category. */
export interface DemoCategory {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly parent: string | null;
}

export const demoCategories: readonly DemoCategory[] = [
  { slug: 'product', name: 'Product', description: 'What it does and what is new.', parent: null },
  { slug: 'releases', name: 'Releases', description: 'Version by version.', parent: 'product' },
  { slug: 'plans', name: 'Plans', description: 'What comes next.', parent: 'product' },
  { slug: 'help', name: 'Help', description: 'For those who use it.', parent: null },
  { slug: 'guides', name: 'Guides', description: 'Step by step.', parent: 'help' },
  { slug: 'questions', name: 'Questions', description: 'Asked often, answered once.', parent: 'help' },
  { slug: 'engineering', name: 'Engineering', description: 'How it is made.', parent: null },
  { slug: 'notes', name: 'Notes', description: 'From the people who make it.', parent: 'engineering' },
];

const subjects = [
  'access rights',
  'backups',
  'billing',
  'dashboards',
  'data export',
  'file uploads',
  'invitations',
  'menus',
  'mobile access',
  'notifications',
  'onboarding',
  'page speed',
  'public API',
  'reports',
  'search',
  'sessions',
  'single sign-on',
  'the audit trail',
  'translations',
  'webhooks',
];

const forms: readonly {
  readonly title: (subject: string) => string;
  readonly category: string;
  readonly tag: string;
}[] = [
  { title: (subject) => `What is new in ${subject}`, category: 'releases', tag: 'release' },
  { title: (subject) => `${capital(subject)}: what changed this year`, category: 'releases', tag: 'release' },
  { title: (subject) => `Where ${subject} will go next`, category: 'plans', tag: 'roadmap' },
  { title: (subject) => `A first look at ${subject}`, category: 'guides', tag: 'beginner' },
  { title: (subject) => `${capital(subject)} for administrators`, category: 'guides', tag: 'administration' },
  { title: (subject) => `A checklist for ${subject}`, category: 'guides', tag: 'checklist' },
  { title: (subject) => `${capital(subject)}: frequent questions`, category: 'questions', tag: 'faq' },
  { title: (subject) => `Trouble with ${subject}`, category: 'questions', tag: 'troubleshooting' },
  { title: (subject) => `How we built ${subject}`, category: 'notes', tag: 'engineering' },
  { title: (subject) => `Measuring ${subject}`, category: 'notes', tag: 'performance' },
];

export interface DemoArticle {
  readonly title: string;
  readonly slug: string;
  readonly summary: string;
  readonly contentMd: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly move: 'publish' | 'archive' | undefined;
  /** The age of the article, in days. */
  readonly ageDays: number;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a number from 0 to `below` - 1 that looks random but depends only on the arguments. */
const pseudoRandom = (index: number, below: number): number => (index * 7919 + 104_729) % below;

const moveOf = (index: number): DemoArticle['move'] => {
  const die = pseudoRandom(index, 20);
  return die < 16 ? 'publish' : die === 16 ? 'archive' : undefined;
};

const code: readonly (readonly [language: string, text: string])[] = [
  [
    'ts',
    "const answer = await fetch('/api/contents?pageSize=5');\nconst { data } = await answer.json();\nfor (const { title } of data.items) console.log(title);",
  ],
  ['sh', "curl -s http://127.0.0.1:3000/api/contents \\\n  | jq -r '.data.items[].title'"],
  ['sql', 'SELECT status, count(*)\nFROM contents\nGROUP BY status\nORDER BY 2 DESC;'],
  ['json', '{\n  "code": 0,\n  "success": true,\n  "data": { "items": [], "total": 0 }\n}'],
];

function bodyOf(title: string, subject: string, index: number): string {
  const [language, text] = code[index % code.length] ?? ['', ''];
  const figure = (offset: number): number => 20 + pseudoRandom(index + offset, 180);
  return `# ${title}

This page is about **${subject}**. It is part of the demo: the text is made up, its form is not. See
<https://github.github.com/gfm/> for what else Markdown can do.

## In short

- It works for one person as for a thousand.
- Nothing of it needs a restart.
- What it does is ~~hard to see~~ in the audit trail.

## An example

\`\`\`${language}
${text}
\`\`\`

## In figures

| Month    | Calls        | Slowest        |
| -------- | -----------: | -------------: |
| January  | ${figure(1)} | ${figure(2)} ms |
| February | ${figure(3)} | ${figure(4)} ms |
| March    | ${figure(5)} | ${figure(6)} ms |

### What is left to do

- [x] Write it down
- [${index % 2 === 0 ? 'x' : ' '}] Try it with ${subject}
- [ ] Tell the others

> Whoever changes ${subject} changes them for everybody.
`;
}

export const demoArticles: readonly DemoArticle[] = subjects
  .flatMap((subject) => forms.map((form) => ({ subject, form })))
  .map(({ subject, form }, index) => {
    const title = form.title(subject);
    return {
      title,
      slug: slugFrom(title, title),
      summary: `${capital(form.tag)}: what to know about ${subject}.`,
      contentMd: bodyOf(title, subject, index),
      category: form.category,
      tags: [form.tag, subject],
      move: moveOf(index),
      ageDays: 1 + pseudoRandom(index, 360),
    };
  });
