import 'reflect-metadata';
import { Container } from 'inversify';
import * as ports from './ports.ts';
import type { Installation, ResourceModule, Port } from './dependency-injection.ts';

/** Builds the container of a process, with all ports and the use cases of all modules. */
export function buildContainer(installation: Installation, modules: readonly ResourceModule[]): Container {
  const container = new Container();
  for (const { key, make } of [
    ...Object.values<Port<unknown>>(ports),
    ...modules.flatMap((module) => module.ports ?? []),
  ]) {
    container
      .bind(key)
      .toDynamicValue(() => make(installation, container))
      .inSingletonScope();
  }
  container.load(...modules.map(({ module }) => module));
  return container;
}
