import { PortcullisError } from '@portcullis/client';
import { DifferenceView } from '../src/parts/differences.tsx';
import { Empty, LoadBoundary, Loading, UpdateNotice, type Loaded } from '../src/parts/load.tsx';
import { Comparison, ComparisonSwitch, TextDifference } from '../src/parts/text-difference.tsx';
import type { Part } from './part.ts';

const ignore = (): void => undefined;

/** Returns the state of loaded data without a request. */
export const loaded = <Data,>(data: Data | undefined, others: Partial<Loaded<Data>> = {}): Loaded<Data> => ({
  data,
  error: undefined,
  isLoading: false,
  reload: ignore,
  update: undefined,
  takeUpdate: ignore,
  revision: 0,
  taken: undefined,
  ...others,
});

/** The error response to a request for data that does not exist. */
const missing = new PortcullisError({ verb: 'get', path: '/api/users/{id}' }, new Response(null, { status: 404 }), {
  code: 404,
  data: null,
  message: 'There is no such user.',
  reason: 'user-not-found',
  errors: null,
});

const boundary = (of: Loaded<string>) => <LoadBoundary of={of}>{(data) => data}</LoadBoundary>;

export const loadParts: readonly Part[] = [
  {
    name: 'Loading',
    states: {
      usual: () => <Loading />,
      rows: () => <Loading skeleton={3} />,
      panels: () => <Loading skeleton="panels" />,
    },
  },
  {
    name: 'Empty',
    states: { usual: () => <Empty />, 'with a hint': () => <Empty hint="There is no article yet." /> },
  },
  { name: 'UpdateNotice', states: { usual: () => <UpdateNotice by="ada" onTake={ignore} /> } },
  {
    name: 'LoadBoundary',
    states: {
      loading: () => boundary(loaded<string>(undefined, { isLoading: true })),
      loaded: () => boundary(loaded('The data')),
      'loading again': () => boundary(loaded('The data', { isLoading: true })),
      unreachable: () => boundary(loaded<string>(undefined, { error: new TypeError('no connection') })),
      missing: () => boundary(loaded<string>(undefined, { error: missing })),
      'changed by somebody': () => boundary(loaded('The data', { update: { data: 'New', by: undefined } })),
    },
  },
  {
    name: 'DifferenceView',
    states: {
      values: () => <DifferenceView before={{ name: 'Reader', rank: null }} after={{ name: 'Editor', rank: 1 }} />,
      lists: () => <DifferenceView before={['a', 'b']} after={['b', 'c']} />,
      same: () => <DifferenceView before="a" after="a" />,
    },
  },
  { name: 'ComparisonSwitch', states: { usual: () => <ComparisonSwitch /> } },
  {
    name: 'Comparison',
    states: {
      usual: () => (
        <Comparison
          label="Title"
          parts={[
            { kind: 'same', text: 'one' },
            { kind: 'removed', text: 'two' },
            { kind: 'added', text: 'three' },
            { kind: 'note', text: '4 unchanged lines' },
          ]}
        />
      ),
    },
  },
  {
    name: 'TextDifference',
    states: { usual: () => <TextDifference label="Text" before={'one\ntwo\n'} after={'one\nthree\n'} /> },
  },
];
