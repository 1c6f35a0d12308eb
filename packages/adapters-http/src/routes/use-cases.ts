/** The use cases with these names, which a file of `@portcullis/application` exports, as the routes call them. */
export type UseCases<Exports, Names extends keyof Exports> = {
  readonly [Name in Names]: Exports[Name] extends (deps: never) => infer UseCase ? UseCase : never;
};
