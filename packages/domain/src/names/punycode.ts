/** The parameters of Punycode (RFC 3492, section 5). */
const [base, minThreshold, maxThreshold, skew, damp] = [36, 1, 26, 38, 700];
const [firstBias, firstCodePoint] = [72, 128];
const maxCodePoint = 0x10ffff;

const digitOf = (character: string): number =>
  character >= 'a' ? character.charCodeAt(0) - 97 : Number(character) + 26;

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let steps = 0;
  for (; rest > ((base - minThreshold) * maxThreshold) / 2; steps += base)
    rest = Math.floor(rest / (base - minThreshold));
  return steps + Math.floor(((base - minThreshold + 1) * rest) / (rest + skew));
}

/**
 * Decodes a text in Punycode, the encoding of the characters beyond ASCII in domains.
 * @param encoded lower-case letters, digits and hyphens, without the prefix `xn--`
 * @returns undefined if the text is not valid
 */
export function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-');
  const decoded = end > 0 ? encoded.slice(0, end).split('') : [];
  const digits = Array.from(encoded.slice(end + 1), digitOf);
  let [codePoint, index, bias, at] = [firstCodePoint, 0, firstBias, 0];
  while (at < digits.length) {
    const before = index;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = digits[at++];
      if (digit === undefined) return undefined;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, minThreshold), maxThreshold);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = decoded.length + 1;
    bias = adapt(index - before, count, before === 0);
    codePoint += Math.floor(index / count);
    index %= count;
    if (codePoint > maxCodePoint) return undefined;
    decoded.splice(index++, 0, String.fromCodePoint(codePoint));
  }
  return decoded.join('');
}
