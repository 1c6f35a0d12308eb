import type { useCases } from '@portcullis/application/internal/use-cases';

type All = typeof useCases;

/** The use cases with these names, as the routes call them. */
export type UseCases<Names extends keyof All> = {
  readonly [Name in Names]: All[Name] extends (deps: never) => infer UseCase ? UseCase : never;
};
