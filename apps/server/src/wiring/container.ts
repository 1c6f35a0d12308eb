import 'reflect-metadata';
import { Container } from 'inversify';
import { nouns } from './nouns.ts';
import * as ports from './ports.ts';
import type { Installation, Port } from './provide.ts';

/** The container of a process: every port, and the use cases of every noun. */
export function buildContainer(installation: Installation): Container {
  const container = new Container();
  for (const { key, make } of Object.values<Port<unknown>>(ports)) {
    container
      .bind(key)
      .toDynamicValue(() => make(installation, container))
      .inSingletonScope();
  }
  container.load(...nouns.map(({ module }) => module));
  return container;
}
