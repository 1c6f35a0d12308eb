import type { FieldError } from '@portcullis/domain';
import { failure } from '../answers/envelope.ts';
import { wireErrorOf, type Reason } from '../answers/error-table.ts';
import type { Route } from '../routes/route.ts';
import { fieldsOf, validate, type RequestSchema } from '../validation/validate.ts';
import { exampleTime as timestamp, type Shown } from './examples.ts';
import { reasonExampleOf } from './reason-examples.ts';

/** A request of the recorded examples that could have failed. */
interface FailedRequest {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>> | undefined;
}

/** An example of each error, as the response to this request; without a request as the response to any. */
export const errorExamplesOf = (reasons: readonly Reason[], request?: FailedRequest): readonly Shown[] =>
  reasons.flatMap((reason) => exampleOf(reason, request) ?? []);

function exampleOf(reason: Reason, request: FailedRequest | undefined): Shown | undefined {
  const { message, errors = null } = reasonExampleOf(reason, request?.route);
  const report = { ...wireErrorOf(reason), reason, message, errors };
  const shown = (details: unknown, path: string) => ({
    title: reason,
    value: { ...failure({ ...report, errors: details }, path), timestamp },
  });
  if (request === undefined) return shown(errors, '/api/…');
  if (reason !== 'validation-failed') return shown(errors, pathOf(request));
  const invalid = invalidRequestOf(request);
  return invalid && shown(invalid.errors, invalid.path);
}

const pathOf = ({ route, params = {} }: FailedRequest): string =>
  `/api${route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? name))}`;

/** A request that the validators of a route refuse: their errors, and the path that it was sent to. */
function invalidRequestOf(request: FailedRequest) {
  const { route } = request;
  const attempts = [
    { errors: errorsFor(route.body, {}), path: pathOf(request) },
    { errors: errorsFor(route.query, 'none'), path: pathOf(request) },
    // The names of the parameters in place of their values.
    { errors: errorsFor(route.params, 'none'), path: pathOf({ route, params: {} }) },
  ];
  return attempts.find(({ errors }) => errors.length > 0);
}

const makesObjects = (shape: RequestSchema<unknown>): shape is RequestSchema<object> => new shape() instanceof Object;

/** The errors of the first field that does not take `value`, with those of the fields that are missing beside it. */
function errorsFor(shape: RequestSchema<unknown> | undefined, value: unknown): readonly FieldError[] {
  if (shape === undefined || !makesObjects(shape)) return [];
  const requests = fieldsOf(shape).map(({ name }) => ({ [name]: value }));
  return requests.map((request) => validate(shape, request).faults).find(({ length }) => length > 0) ?? [];
}
