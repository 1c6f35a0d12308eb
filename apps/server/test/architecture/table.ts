/** What a package may know: the rules of `rules.ts`, and the lint of the same name, hold it to this. */
export interface PackageRule {
  /** Packages it may name as dependencies, and import. */
  readonly dependencies: readonly string[];
  /** Whether it may use Node's own modules. */
  readonly builtins: boolean;
  /** Whether it may use decorators. */
  readonly decorators: boolean;
  /** Never shipped: its manifest names what it needs as development dependencies, their types aside. */
  readonly isTool?: true;
}

const plain = { builtins: true, decorators: false };
const core = ['@portcullis/domain', '@portcullis/application'];

/** Every package by its folder. A new dependency is a decision, made here. */
export const packages: Readonly<Record<string, PackageRule>> = {
  'packages/domain': { dependencies: [], builtins: false, decorators: false },
  'packages/application': { dependencies: ['@portcullis/domain'], builtins: false, decorators: false },
  'packages/adapters-http': {
    dependencies: [
      ...core,
      '@hapi/bourne',
      '@koa/cors',
      '@koa/router',
      'class-validator',
      'jose',
      'koa',
      'koa-bodyparser',
      'lru-cache',
      'piscina',
      'rate-limiter-flexible',
      'raw-body',
      'swagger-ui-dist',
    ],
    builtins: true,
    decorators: true,
  },
  'packages/adapters-persistence': {
    ...plain,
    dependencies: [...core, '@electric-sql/pglite', 'lru-cache', 'pg', 'typeorm'],
  },
  'packages/adapters-markdown': {
    ...plain,
    dependencies: [
      ...core,
      'highlight.js',
      'htmlparser2',
      'lru-cache',
      'markdown-it',
      'markdown-it-anchor',
      'p-limit',
      'piscina',
      'sanitize-html',
    ],
  },
  // It meets the service on the wire only, and runs in a browser.
  'packages/client': { dependencies: ['openapi-fetch'], builtins: false, decorators: false },
  'apps/server': {
    ...plain,
    dependencies: [
      ...core,
      '@portcullis/adapters-http',
      '@portcullis/adapters-markdown',
      '@portcullis/adapters-persistence',
      '@node-rs/argon2',
      '@opentelemetry/api',
      '@opentelemetry/instrumentation',
      '@opentelemetry/instrumentation-http',
      '@opentelemetry/instrumentation-koa',
      '@opentelemetry/instrumentation-pg',
      '@opentelemetry/sdk-node',
      '@zxcvbn-ts/language-common',
      'cli-progress',
      'commander',
      'inversify',
      'ioredis',
      'p-limit',
      'pino',
      'pino-pretty',
      'piscina',
      'prom-client',
      'reflect-metadata',
    ],
  },
  'apps/bench': {
    ...plain,
    isTool: true,
    dependencies: ['@koa/router', '@node-rs/argon2', 'autocannon', 'jose', 'koa', 'pg', 'typeorm'],
  },
};

/** The contracts every adapter of a port is held to: they run under mocha, and no production code imports them. */
export const testingKit = {
  folder: 'packages/application/src/testing/',
  rule: { ...plain, dependencies: ['@portcullis/domain', 'chai'] },
};
