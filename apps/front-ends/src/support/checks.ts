/** The result of a run: the number of passed checks, and the names of the failed checks. */
export interface Report {
  readonly passed: number;
  readonly failed: readonly string[];
}

/** Runs one check and prints its result. If the check throws, it fails, and later checks still run. */
export type Check = (name: string, look: () => Promise<void>) => Promise<void>;

/** @param onFailure called with the name of a failed check, for example to save a screenshot */
export function startChecks(onFailure: (name: string) => Promise<void> = async () => undefined) {
  const failed: string[] = [];
  let passed = 0;
  const check: Check = async (name, look) => {
    const number = passed + failed.length + 1;
    try {
      await look();
      passed += 1;
      console.log(`  ok ${number} ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`  NOT OK ${number} ${name}\n${String(error).replaceAll(/^/gm, '      ')}`);
      await onFailure(name);
    }
  };
  return { check, report: (): Report => ({ passed, failed }) };
}

/** @throws {Error} if the two values are not equal as JSON */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`expected ${wanted}\n     found ${found}`);
}

/** @throws {Error} with this message, if the condition does not hold */
export function expectThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** Repeats an assertion until it does not throw. @throws the last error, after 30 seconds */
export async function eventually(look: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
