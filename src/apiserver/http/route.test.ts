import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnroutablePath, parseRoute } from './route.js';

const route = (method: string, path: string, query = ''): Record<string, unknown> => ({
  ...parseRoute(method, path, new URLSearchParams(query)),
});

describe('parseRoute', () => {
  it.each(['/', '/version', '/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1', '/openapi/v3/apis/apps/v1'])(
    'takes %s for no resource',
    (path) => {
      expect(route('GET', path)).toEqual({ type: 'path', path, verb: 'get' });
    },
  );

  it.each([
    ['GET', '/api/v1/pods', '', { verb: 'list', resource: 'pods', namespace: '', name: '' }],
    ['GET', '/api/v1/pods/', '', { verb: 'list', resource: 'pods', name: '' }],
    ['GET', '/api/v1/pods', 'watch=true', { verb: 'watch' }],
    ['GET', '/api/v1/pods', 'watch', { verb: 'watch' }],
    ['GET', '/api/v1/pods', 'watch=0', { verb: 'list' }],
    ['HEAD', '/api/v1/pods', '', { verb: 'list' }],
    ['GET', '/api/v1/namespaces/a/pods/b', 'watch=1', { verb: 'get', namespace: 'a', resource: 'pods', name: 'b' }],
    ['DELETE', '/api/v1/namespaces/a/pods', '', { verb: 'deletecollection', namespace: 'a' }],
    ['DELETE', '/api/v1/namespaces/a/pods/b', '', { verb: 'delete', name: 'b' }],
    [
      'PUT',
      '/apis/apps/v1/namespaces/a/deployments/b/scale',
      '',
      { group: 'apps', verb: 'update', subresource: 'scale' },
    ],
    ['GET', '/api/v1/namespaces', '', { resource: 'namespaces', name: '', namespace: '' }],
    ['GET', '/api/v1/namespaces/a', '', { resource: 'namespaces', name: 'a', namespace: 'a' }],
    ['PUT', '/api/v1/namespaces/a/finalize', '', { resource: 'namespaces', name: 'a', subresource: 'finalize' }],
    ['PATCH', '/api/v1/namespaces/a/status', '', { resource: 'namespaces', name: 'a', subresource: 'status' }],
    ['GET', '/api/v1/watch/namespaces/a/pods/b', '', { verb: 'watch', legacyWatch: true, resource: 'pods', name: 'b' }],
    ['FOO', '/api/v1/pods', '', { verb: '' }],
    ['GET', '/api/v1/namespaces/a/pods/b/proxy/c/d', '', { subresource: 'proxy', rest: ['c', 'd'] }],
  ])('%s %s?%s', (method, path, query, expected) => {
    expect(route(method, path, query)).toMatchObject({ type: 'resource', ...expected });
  });

  it('refuses a watch of nothing', () => {
    expect(() => route('GET', '/api/v1/watch')).toThrow(UnroutablePath);
  });

  it('has a meaning or a refusal for every path', () => {
    const segment = fc.constantFrom('', 'api', 'apis', 'v1', 'namespaces', 'watch', 'pods', 'a', '..', 'status');
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'X'), fc.array(segment), (method, segments) => {
        try {
          expect(['path', 'resource']).toContain(route(method, `/${segments.join('/')}`)['type']);
        } catch (error) {
          expect(error).toBeInstanceOf(UnroutablePath);
        }
      }),
    );
  });
});
