import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Target } from '../src/apply/command.ts';
import type { Change } from '../src/apply/plan.ts';
import { soybeanTarget } from '../src/soybean/apply/target.ts';
import { vbenTarget } from '../src/vben/apply/target.ts';

const service = 'https://api.example.com';

/** Returns a minimal file text to which the change can be applied, or undefined if the file must not exist. */
function anchorsOf(change: Change): string | undefined {
  if ('edits' in change) return change.edits.map(({ find, until = '' }) => `${find}\n${until}`).join('\n');
  if ('remove' in change) return change.remove;
  return 'settings' in change ? 'A=1\n' : change.instead;
}

/** Runs a command of the package, and returns what it prints to each stream. Rejects if the exit code is not 0. */
async function output(main: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const file = fileURLToPath(new URL(`../src/${main}/apply/main.js`, import.meta.url));
  return promisify(execFile)(process.execPath, [file, ...args], { maxBuffer: 2 ** 25 });
}

const run = async (main: string, ...args: readonly string[]): Promise<string> => (await output(main, ...args)).stdout;

const kits: readonly (readonly [main: string, target: Target, setting: string])[] = [
  ['soybean', soybeanTarget, '.env.prod'],
  ['vben', vbenTarget, 'apps/web-antd/.env.production'],
];

for (const [main, target, setting] of kits) {
  describe(`${target.command} apply`, () => {
    const plan = target.plan(service);
    const [version = ''] = target.versions;
    let directory: string;
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    };

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
      for (const change of plan) {
        const text = anchorsOf(change);
        if (text !== undefined) await write(change.file, text);
      }
    });
    after(() => rm(directory, { recursive: true }));

    it('explains its arguments with --help, and rejects wrong arguments with exit code 2', async () => {
      for (const help of ['--help', '-h']) {
        expect(await output(main, help)).to.deep.include({ stderr: '' });
        expect(await run(main, help)).to.match(new RegExp(`^Usage: ${target.command} apply DIRECTORY`));
      }
      const refused = await output(main, 'apply').catch((error: { code: number }) => error);
      expect(refused).to.include({ code: 2 });
    });

    it('refuses an unsupported version of the front end, and writes nothing', async () => {
      await write('package.json', JSON.stringify({ name: target.name, version: '0.0.1' }));
      const refusal = await run(main, 'apply', directory, '--yes').catch(String);
      expect(refusal).to.include(`${target.name} 0.0.1 is not known, only ${version}.`);
      expect(await readFile(join(directory, setting), 'utf8')).to.equal('A=1\n');
    });

    it('prints the changes before it writes them', async () => {
      await write('package.json', JSON.stringify({ name: target.name, version }));
      expect(await run(main, 'apply', directory, '--service', service, '--dry-run')).to.include(`+++ b/${setting}`);
      expect(await readFile(join(directory, setting), 'utf8')).to.equal('A=1\n');
    });

    it('changes every file of its plan, sets the production address, and changes nothing when run again', async () => {
      const apply = () => run(main, 'apply', directory, '--service', `${service}/`, '--yes');
      expect(await apply()).to.include(`${plan.length} files changed.`);
      expect(await readFile(join(directory, setting), 'utf8')).to.include(`=${service}/api\n`);
      for (const change of plan)
        expect(existsSync(join(directory, change.file)), change.file).to.equal(!('remove' in change));
      expect(await apply()).to.equal('Everything is applied already.\n');
    });

    it(`says ${target.needsPackages ? 'whether' : 'nothing about whether'} a package of Portcullis is missing`, async () => {
      const apply = async () => (await output(main, 'apply', directory, '--service', service, '--yes')).stderr;
      for (const name of ['@portcullis/client', '@portcullis/front-end-kits']) {
        const missing = `${name} is not installed in ${directory}.`;
        expect((await apply()).startsWith(missing)).to.equal(target.needsPackages);
        await write(`node_modules/${name}/package.json`, '{}');
      }
      expect(await apply()).to.equal('');
    });
  });
}
