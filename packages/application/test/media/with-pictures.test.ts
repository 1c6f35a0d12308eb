import { shownPicture, type ShownPicture } from '@portcullis/domain/internal/media/shown-picture';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { withPictures } from '../../src/media/with-pictures.ts';

const mediaPresets = [{ name: 'small', width: 320, isSquare: false }];

describe('withPictures', () => {
  it('§4.15: gives the renderer the pictures of a document, and looks up none for another document', async () => {
    const world = InMemoryWorld.seeded();
    const [picture, deleted, file] = [aMediaFile(), aMediaFile(), aMediaFile({ width: null, height: null })];
    await given(world, { media: [picture, file] });
    const shown: (readonly ShownPicture[] | undefined)[] = [];
    let lookups = 0;
    const { render } = withPictures(
      {
        ...world.markdown,
        render: (markdown, pictures) => {
          shown.push(pictures);
          return world.markdown.render(markdown);
        },
      },
      {
        mediaPresets,
        mediaOrigin: '',
        media: {
          ...world.media,
          findAll: (ids) => {
            lookups += 1;
            return world.media.findAll(ids);
          },
        },
      },
    );
    await render('A /picture/ elsewhere');
    await render([picture, deleted, file].map(({ id }) => `![](/media/${id}/a.png)`).join(' '));
    expect(lookups).to.equal(1);
    expect(shown).to.deep.equal([undefined, [shownPicture('', { ...picture, variants: [] }, mediaPresets)]]);
  });
});
