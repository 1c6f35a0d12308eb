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

/** Makes a use case from its dependencies. */
type UseCaseFactory<UseCase, Dependencies = never> = (use: Dependencies) => UseCase;

type Tokens<Dependencies> = { readonly [Name in keyof Dependencies]: Token<Dependencies[Name]> };

/**
 * Binds a use case under its factory, one instance for all. The factory's parameter is the declaration of what it needs:
 * a token that is missing or of another type does not compile.
 */
export function provideUseCase<Dependencies extends object, UseCase>(
  container: Container,
  factory: UseCaseFactory<UseCase, Dependencies>,
  sources: Tokens<NoInfer<Dependencies>>,
): void {
  const names = Object.keys(sources);
  const make = (...resolved: unknown[]) =>
    factory(Object.fromEntries(names.map((name, index) => [name, resolved[index]])) as Dependencies);
  container
    .bind(identifierOf(factory))
    .toResolvedValue(make, Object.values<ServiceIdentifier>(sources))
    .inSingletonScope();
}

/** The use case that is provided under its factory. */
export const useCaseOf = <UseCase>(container: Provider, factory: UseCaseFactory<UseCase>): UseCase =>
  container.get(identifierOf(factory));

const identifiers = new WeakMap<object, symbol>();

/** Inversify knows classes, texts and symbols: each factory is given a symbol of its own. */
function identifierOf<UseCase>(factory: UseCaseFactory<UseCase>): ServiceIdentifier<UseCase> {
  const identifier = identifiers.get(factory) ?? Symbol(factory.name);
  identifiers.set(factory, identifier);
  return identifier;
}

/** Has nothing behind any name: for reading what is wired, not for using it. */
export const hollow: Provider = { get: () => undefined as never };
