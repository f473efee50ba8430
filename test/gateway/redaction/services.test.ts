import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/gateway/redaction/index.ts';

const random = 'B7dKq2VxTz9LmP4cRw8YhN6sJf3GuA5eXo1iQ0bZkCvMnD';
const hex = 'cfcd208495d565ef66e7dff9f98764da';

describe('tokens whose parts are apart', () => {
  it.each([
    ['Dropbox, short-lived', `sl.u.AF${random}${random}_-${random}`],
    ['Convex, of production', `prod:qualified-jaguar-123|eyJ2MiI6${random}${random}`],
    ['Convex, older', `prod:happy-otter-456|01${hex}${hex}`],
    ['Convex, of previews', `preview:team-name:project|eyJ2MiI6${random}${random}`],
    ['Asana, personal', `2/1200123456789012/1207123456789013:${hex}`],
    ['Asana, personal, older', `1/1200123456789012:${hex}`],
  ])('of %s', (_, token) => {
    for (const text of [
      token,
      `Use ${token} for it.`,
      `{"value":"${token}"}`,
      `curl -H "X: ${token}"`,
      `DEPLOY='${token}'`,
    ]) {
      const left = redactText(text, {});
      expect(left).not.toContain(token.slice(-24));
      expect(left).not.toContain(token.slice(token.length / 2, token.length / 2 + 16));
    }
  });

  it('are told from what only begins like one', () => {
    for (const text of [
      'sl.u.tz is a host',
      'prod:us-east-1/service/deployments/current is where it runs',
      'see 2/12/2024 and 1/12003 of the list',
    ])
      expect(redactText(text, {})).toBe(text);
  });
});
