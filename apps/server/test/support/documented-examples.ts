import { document, type Media, type Operation } from './contract.ts';
import type { Recorded } from './recorder.ts';

const json = 'application/json';

/** Returns the examples of one media type by their titles; a single example has no title. */
const shownIn = ({ example, examples = {} }: Partial<Media> = {}): ReadonlyMap<string | undefined, unknown> =>
  example === undefined
    ? new Map(Object.entries(examples).map(([title, { value }]) => [title, value]))
    : new Map([[undefined, example]]);

function partOf({ parameters = [] }: Operation, place: string) {
  const shown = parameters.filter((each) => each.in === place && each.example !== undefined);
  return shown.length === 0 ? undefined : Object.fromEntries(shown.map(({ name = '', example }) => [name, example]));
}

/** Returns every example of an operation, combined from its parameters, request body and responses. */
function examplesOf(operation: Operation): readonly Recorded[] {
  const { operationId, requestBody, responses } = operation;
  const bodies = shownIn(requestBody?.content[json]);
  const answers = shownIn((responses['200'] ?? responses['201'] ?? responses['202'])?.content?.[json]);
  return [...answers].map(([title, answer]) => {
    const { data } = answer as { readonly data: unknown };
    const parts = { params: partOf(operation, 'path'), query: partOf(operation, 'query'), body: bodies.get(title) };
    const present = Object.entries({ title, ...parts }).filter(([, part]) => part !== undefined);
    return { operation: operationId, ...Object.fromEntries(present), data };
  });
}

const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs));

export const documentedExamples = operations.flatMap(examplesOf);
