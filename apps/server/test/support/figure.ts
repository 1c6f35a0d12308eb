/** Prints what was measured, one line each. */
export function figure(name: string, value: string | number): void {
  process.stdout.write(`figure: ${name}: ${typeof value === 'number' ? Math.round(value * 100) / 100 : value}\n`);
}
