import { PortcullisError } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';

export interface Loaded<Data> {
  /** The most recently loaded data. It remains available while newer data is being loaded. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Loads data when the component appears and whenever `dependencies` change; an outdated response is ignored.
 * @param load called with a signal that is aborted when the response is no longer needed
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly (string | number | boolean | undefined)[],
): Loaded<Data> {
  const [state, setState] = useState<{ data?: Data; error?: unknown; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    async function run(): Promise<void> {
      try {
        const data = await load(controller.signal);
        if (!controller.signal.aborted) setState({ data, isLoading: false });
      } catch (error) {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      }
    }
    void run();
    return () => controller.abort();
  }, [...dependencies, round]);
  return {
    data: state.data,
    error: state.error,
    isLoading: state.isLoading,
    reload: () => setRound((number) => number + 1),
  };
}

export const isMissing = (error: unknown): boolean => error instanceof PortcullisError && error.status === 404;
