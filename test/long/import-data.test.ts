import { it } from 'vitest';
import { bringsOver } from '../support/experience-import.ts';

it('10,000 experiences are imported byte for byte, once', () => bringsOver(10_000));
