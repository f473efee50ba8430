import { describe, expect, it } from 'vitest';
import { distance, layersFor, nearest } from '../../../../src/handlers/contexts/domain/layers.ts';

describe('the distance of a project from a folder', () => {
  it.each([
    ['app', '/home/ada/app', 0],
    ['app', '/home/ada/app/src/parts', 2],
    ['/home/ada/app', '/home/ada/app/', 0],
    ['/home/ada/app', '/home/ada/app/src', 1],
    ['/home/ada/app', '/home/ada/app-two', undefined],
    ['app', '/home/ada/application', undefined],
    ['app', 'app', 0],
    ['/home/ada/app', 'app', 0],
    ['/home/ada/app', 'ada', undefined],
    ['/home/ada/app', '/app', undefined],
    ['C:\\work\\app', 'C:\\work\\app\\src', 1],
    ['app', 'C:\\work\\app', 0],
    ['/app', '/home/app', undefined],
  ])('%s in %s: %s', (project, folder, expected) => {
    expect(distance(project, folder)).toBe(expected);
  });
});

describe('the layers of a session', () => {
  const general = { name: 'general', project: null };
  const app = { name: 'app', project: 'app' };
  const path = { name: 'path', project: '/home/ada/app' };
  const inner = { name: 'inner', project: 'inner' };

  it('are the general one, then the one of the nearest project', () => {
    const active = [inner, app, general, path];
    expect(layersFor(active, '/home/ada/app')).toEqual([general, path]);
    expect(layersFor(active, '/home/ada/app/inner/src')).toEqual([general, inner]);
    expect(layersFor(active, '/home/bob/app')).toEqual([general, app]);
    expect(layersFor(active, '/elsewhere')).toEqual([general]);
    expect(layersFor(active, undefined)).toEqual([general]);
    expect(nearest([app], '/elsewhere')).toBeUndefined();
  });
});
