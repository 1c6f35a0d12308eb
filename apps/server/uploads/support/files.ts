/** A file that is damaged, or made to exploit a decoder or to need much time or memory. */
interface HostileFile {
  readonly name: string;
  readonly content: Buffer;
}

interface TestFiles {
  readonly hostileFiles: (count: number, seed: number) => AsyncGenerator<HostileFile>;
  readonly photograph: (width: number, height: number) => Promise<Buffer>;
}

/** Imports the test files of `packages/adapters-media`. They are not part of the package. */
export async function testFiles(): Promise<TestFiles> {
  const folder = new URL('../../../../../packages/adapters-media/dist/test/support/', import.meta.url);
  const modules: TestFiles[] = await Promise.all(
    ['hostile-files.js', 'photograph.js'].map((name) => import(new URL(name, folder).href)),
  );
  const [{ hostileFiles }, { photograph }] = modules as [TestFiles, TestFiles];
  return { hostileFiles, photograph };
}
