/** The pages that readers follow step by step. `npm run test:long -- docs` runs their code blocks. */
export const guides = {
  Start: ['README.md', 'docs/start.md'],
  Tutorials: [
    'docs/front-ends/soybean-admin.md',
    'docs/front-ends/vben.md',
    'docs/guides/protect-a-service.md',
    'docs/extending.md',
    'docs/guides/site-with-articles.md',
  ],
  'How-to': [
    'docs/access.md',
    'docs/identity.md',
    'docs/resource-servers.md',
    'docs/guides/moving-in.md',
    'docs/deployment.md',
    'docs/operations.md',
    'docs/cluster.md',
    'docs/observability.md',
    'docs/runbooks.md',
    'docs/scaling.md',
  ],
} as const;
