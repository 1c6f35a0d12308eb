import 'reflect-metadata';
import { Container } from 'inversify';
import * as ports from './ports.ts';
import type { Installation, Noun, Port } from './provide.ts';

/**
 * Builds the container of a process, with all ports and the use cases of all nouns. A noun is a resource with its use
 * cases and routes.
 */
export function buildContainer(installation: Installation, nouns: readonly Noun[]): Container {
  const container = new Container();
  for (const { key, make } of [...Object.values<Port<unknown>>(ports), ...nouns.flatMap((noun) => noun.ports ?? [])]) {
    container
      .bind(key)
      .toDynamicValue(() => make(installation, container))
      .inSingletonScope();
  }
  container.load(...nouns.map(({ module }) => module));
  return container;
}
