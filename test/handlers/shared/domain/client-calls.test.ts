import { describe, expect, it } from 'vitest';
import { matchesCall, patternProblem } from '../../../../src/handlers/shared/domain/client-calls.ts';

const bash = (command: string) => ({ tool: 'Bash', input: { command } });

describe('a pattern of a client call', () => {
  it.each([
    ['Bash(git push*)', bash('git push')],
    ['Bash(git push*)', bash('cd app && git push --force')],
    ['Bash(git push*)', bash('GIT_TRACE=1 sudo git  push origin')],
    ['Bash(git push*)', bash(`bash -c "git push"`)],
    ['Bash(git push*)', bash('true; $(git push)')],
    ['Bash(npm publish)', bash('npm ci\nnpm publish')],
    ['Bash(*--force*)', bash('git reset --force x')],
    ['Write', { tool: 'Write', input: { file_path: '/a' } }],
    ['Write(*/migrations/*)', { tool: 'Write', input: { file_path: '/app/migrations/1.sql', content: '' } }],
    ['mcp__github__merge_*', { tool: 'mcp__github__merge_pull_request', input: {} }],
    ['*', { tool: 'Anything', input: undefined }],
  ])('%s guards %j', (pattern, call) => {
    expect(matchesCall(pattern, call, 'guard')).toBe(true);
  });

  it.each([
    ['Bash(git push*)', bash('git pull && git pushing-not --x'), true],
    ['Bash(git push*)', bash('git stash push'), false],
    ['Bash(git push)', bash('git push origin'), false],
    ['Write(*/migrations/*)', { tool: 'Write', input: { file_path: '/app/src/1.sql' } }, false],
    ['Write', { tool: 'MultiWrite', input: {} }, false],
    ['Bash(a*b*a)', bash('aba'), true],
    ['Bash(ab*ba)', bash('aba'), false],
  ])('%s of %j: %s', (pattern, call, expected) => {
    expect(matchesCall(pattern, call, 'guard')).toBe(expected);
  });

  it('counts only a command that ran, not one in quotes', () => {
    expect(matchesCall('Bash(npm test*)', bash('cd app && npm test'), 'count')).toBe(true);
    expect(matchesCall('Bash(npm test*)', bash('echo "npm test"'), 'count')).toBe(false);
  });

  it('is refused with a reason', () => {
    expect(patternProblem('Bash(git push*)')).toBeUndefined();
    expect(patternProblem('')).toContain('such as');
    expect(patternProblem('git push')).toBe('must begin with the name of a tool');
    expect(patternProblem('Bash()')).toBe('has empty parentheses');
    expect(patternProblem('x'.repeat(501))).toBe('may have at most 500 characters');
  });
});
