import type * as application from '@portcullis/application/internal';

type Application = typeof application;

/** The use cases of `@portcullis/application` with these names, as the routes call them. */
export type UseCases<Names extends keyof Application> = {
  readonly [Name in Names]: Application[Name] extends (deps: never) => infer UseCase ? UseCase : never;
};
