import * as z from 'zod';
import { validatePreset } from '../shared/domain/presets.ts';
import { gateTools } from '../shared/gate-tools.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';

export default tool({
  name: 'validate_config',
  title: 'Validate a preset',
  description:
    'Validate the configuration of a preset before importing it. Errors make it unusable; warnings name the defaults that will be used.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({
    config: p.metadata.describe(
      'name, description, enforcement (lenient, moderate, strict, custom), gates {teach, learn, reason: {required_tools}}, token_ttl and session_ttl in minutes',
    ),
    session_id: p.gateSession,
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it can be used'),
    errors: z.array(z.string()).describe('Errors that make it unusable'),
    warnings: z.array(z.string()).describe('Problems worth a look, and defaults used'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ config }) {
    const { valid, errors, warnings } = validatePreset(config, gateTools);
    return {
      valid,
      errors,
      warnings,
      message: valid
        ? `The configuration is valid${warnings.length > 0 ? `, with ${warnings.length} warnings` : ''}.`
        : `The configuration has ${errors.length} errors.`,
    };
  },
});
