import { describe, expect, it } from 'vitest';
import { previewOf, titleOf } from '../../../src/handlers/shared/title.ts';

const ofOpening = (opening: string) => titleOf({ named: null, opening });

describe('a title', () => {
  it('is the one a conversation has, else the first words of the user', () => {
    expect(titleOf({ named: 'Opening hours', opening: 'When are we open?' })).toBe('Opening hours');
    expect(ofOpening('When are\n  we open?')).toBe('When are we open?');
    expect(titleOf({ named: '', opening: null })).toBeNull();
  });

  it('ends after a word', () => {
    const title = ofOpening('shelf '.repeat(40)) ?? '';
    expect(title).toMatch(/^(shelf )+shelf…$/);
    expect(title.length).toBeGreaterThan(110);
    expect(title.length).toBeLessThanOrEqual(120);
    expect(ofOpening('x'.repeat(300))).toBe(`${'x'.repeat(119)}…`);
  });

  it('leaves out what agents wrap around a prompt', () => {
    expect(ofOpening('<system-reminder>Be brief.</system-reminder> Where are the maps?')).toBe(
      'Where are the maps?',
    );
    expect(ofOpening('<command-name>/clear</command-name>')).toBe('<command-name>/clear</command-name>');
  });
});

describe('a preview', () => {
  it('is there only where the title is not made from it', () => {
    expect(previewOf({ named: 'Opening hours', opening: 'When are we open?' })).toBe('When are we open?');
    expect(previewOf({ named: null, opening: 'When are we open?' })).toBeNull();
  });
});
