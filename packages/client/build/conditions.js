// Copies the evaluator of conditions and its table of operators from the domain to src/conditions, so that filters mean
// the same in the client as in the service, and the client depends on no other package of the service.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const target = new URL('../src/conditions/', import.meta.url);
mkdirSync(target, { recursive: true });

for (const name of ['condition.ts', 'condition-operators.ts', 'evaluate-condition.ts']) {
  const source = readFileSync(new URL(`../../domain/src/conditions/${name}`, import.meta.url), 'utf8');
  const text = `// Copied by build/conditions.js from the domain.\n${source}`;
  const copy = new URL(name, target);
  if (!existsSync(copy) || readFileSync(copy, 'utf8') !== text) writeFileSync(copy, text);
}
