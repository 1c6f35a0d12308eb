import { slugFrom } from '@portcullis/domain/internal/names/slug';

/** Returns a function that makes a slug of a name: the same one for the same name, and different ones for others. */
export function distinctSlugs(fallback: string): (name: string) => string {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  return (name) => {
    const known = slugs.get(name);
    if (known !== undefined) return known;
    const base = slugFrom(name, fallback);
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    slugs.set(name, slug);
    return slug;
  };
}
