import type { FieldError } from '@portcullis/domain';
import { failure } from '../responses/error-report.ts';
import { wireErrorOf, type Reason } from '../responses/error-table.ts';
import { fullPathOf, type Route } from '../routes/route.ts';
import { fieldsOf, notAnObject, validate, type RequestSchema } from '../validation/validate.ts';
import { exampleTime as timestamp, type TitledValue } from './examples.ts';
import { reasonExampleOf } from './reason-examples.ts';

/** The request that the examples of errors belong to: a route, and the path parameters of a recorded request. */
interface FailedRequest {
  readonly route: Route;
  readonly params: Readonly<Record<string, string | number>> | undefined;
}

/**
 * Returns an example of each error. The path in an example is the path of `request`, or `/api/…` without a `request`.
 * With a `request`, the example of `validation-failed` contains the errors of values that the validators of the route
 * reject. If no such values are found, this example is omitted.
 */
export const errorExamplesOf = (reasons: readonly Reason[], request?: FailedRequest): readonly TitledValue[] =>
  reasons.flatMap((reason) => exampleOf(reason, request) ?? []);

function exampleOf(reason: Reason, request: FailedRequest | undefined): TitledValue | undefined {
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
  fullPathOf(route).replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? name));

/** Returns the path of a request that the validators of the route reject, and the validation errors. */
function invalidRequestOf(request: FailedRequest) {
  const { route } = request;
  const path = pathOf(request);
  const attempts = [
    { errors: errorsFor(route.body, {}), path },
    { errors: errorsFor(route.query, 'none'), path },
    // This path contains the names of the parameters instead of their values.
    { errors: errorsFor(route.params, 'none'), path: pathOf({ route, params: {} }) },
    { errors: errorsFor(route.body, 'none'), path },
    { errors: errorsFor(route.query, undefined), path },
    { errors: errorsFor(route.params, '\0'), path: pathOf({ route, params: allNul(route) }) },
    { errors: route.body === undefined ? [] : [notAnObject], path },
  ];
  return attempts.find(({ errors }) => errors.length > 0);
}

/** Returns path parameters with a character that no text may contain. */
const allNul = ({ path }: Route): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '\0']));

const makesObjects = (requestClass: RequestSchema<unknown>): requestClass is RequestSchema<object> =>
  new requestClass() instanceof Object;

/**
 * Tries a request for each field, in which the field has the value `value` and all other fields are missing. Returns
 * the validation errors of the first invalid request, or an empty list if no request is invalid.
 */
function errorsFor(requestClass: RequestSchema<unknown> | undefined, value: unknown): readonly FieldError[] {
  if (requestClass === undefined || !makesObjects(requestClass)) return [];
  const requests = fieldsOf(requestClass).map(({ name }) => ({ [name]: value }));
  return requests.map((request) => validate(requestClass, request).errors).find(({ length }) => length > 0) ?? [];
}
