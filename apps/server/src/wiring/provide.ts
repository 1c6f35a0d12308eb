import type { Container, ServiceIdentifier } from 'inversify';

/** Where things come from. */
export type Provider = Pick<Container, 'get'>;

declare const provided: unique symbol;

/** Names a thing in the container; the type parameter says which. */
export type Token<T> = symbol & { readonly [provided]: T };
export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;

/** Binds a token to a thing that is already there; one of another type does not compile. */
export function provideValue<T>(container: Container, name: Token<T>, value: NoInfer<T>): void {
  container.bind<T>(name).toConstantValue(value);
}

/** Binds a token to a thing that is made when somebody first asks for it. */
export function provideMade<T>(container: Container, name: Token<T>, make: () => NoInfer<T>): void {
  container.bind<T>(name).toDynamicValue(make).inSingletonScope();
}

/** What a token stands for, typed by the token and not by what the caller hopes for. */
export const valueOf = <T>(container: Provider, name: Token<T>): T => container.get<T>(name);

/** Where a dependency comes from: a token, or a class that is provided too. */
type Source<T> = Token<T> | (new (dependencies: never) => T);

type Sources<Dependencies> = { readonly [Name in keyof Dependencies]: Source<Dependencies[Name]> };

/**
 * Binds a class to the sources of its dependencies, one instance for all. The constructor is the declaration: a source
 * that is missing or of another type does not compile.
 */
export function provide<Dependencies extends object>(
  container: Container,
  Class: new (use: Dependencies) => object,
  sources: Sources<Dependencies>,
): void {
  const names = Object.keys(sources);
  const identifiers = Object.values<ServiceIdentifier>(sources);
  container
    .bind(Class)
    .toResolvedValue((...resolved: unknown[]) => {
      const use = Object.fromEntries(names.map((name, index) => [name, resolved[index]]));
      return new Class(use as Dependencies);
    }, identifiers)
    .inSingletonScope();
}

/** Has nothing behind any name: for reading what is wired, not for using it. */
export const hollow: Provider = { get: () => undefined as never };
