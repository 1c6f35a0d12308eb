/** Prints a measurement as one line. */
export function printMeasurement(name: string, value: string | number): void {
  process.stdout.write(`figure: ${name}: ${typeof value === 'number' ? Math.round(value * 100) / 100 : value}\n`);
}
