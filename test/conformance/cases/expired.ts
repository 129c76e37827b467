import { Area } from '../case.js';
import { configMap, definition, event, widget } from '../objects.js';
import type { Probe } from '../probe.js';

// The past of a server is everybody's: while a case forgets it, no other may be under way.
export const area = new Area('expired', { alone: true });

const threeMaps = async (api: Probe): Promise<void> => {
  for (const name of ['a', 'b', 'c']) await api.given('configmaps', configMap(name));
};

area.add('list', 'the next page of a moment that is forgotten', async (api) => {
  await threeMaps(api);
  const first = await api.list('configmaps', { query: { limit: '1' } });
  await api.given('configmaps', configMap('d'));
  await api.forget();
  await api.list('configmaps', { query: { limit: '1', continue: first.text('metadata.continue') } });
});
area.add('list', 'goes on without a moment by the token of the refusal', async (api) => {
  await threeMaps(api);
  const first = await api.list('configmaps', { query: { limit: '1' } });
  await api.given('configmaps', configMap('aa'));
  await api.delete('configmaps', 'b', { brief: true });
  await api.forget();
  const refused = await api.list('configmaps', { query: { limit: '1', continue: first.text('metadata.continue') } });
  const second = await api.list('configmaps', { query: { limit: '1', continue: refused.text('metadata.continue') } });
  await api.list('configmaps', { query: { continue: second.text('metadata.continue') } });
});
area.add('list', 'the next page of custom objects', async (api) => {
  const widgets = await api.define(definition(api.ns));
  for (const name of ['a', 'b']) await api.given(widgets, widget(api.ns, name));
  const first = await api.list(widgets, { query: { limit: '1' } });
  await api.given('configmaps', configMap('later'));
  await api.forget();
  await api.list(widgets, { query: { limit: '1', continue: first.text('metadata.continue') } });
});
area.add('list', 'exactly a version that is forgotten', async (api) => {
  const { version } = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.forget();
  await api.list('configmaps', { query: { resourceVersion: version, resourceVersionMatch: 'Exact' } });
});
area.add('list', 'not older than a version that is forgotten', async (api) => {
  const { version } = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.forget();
  await api.list('configmaps', { query: { resourceVersion: version, resourceVersionMatch: 'NotOlderThan' } });
});
area.add('get', 'at a version that is forgotten', async (api) => {
  const { version } = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.forget();
  await api.get('configmaps', 'a', { query: { resourceVersion: version } });
});
area.add('watch', 'from a version that is forgotten', async (api) => {
  const { version } = await api.given('configmaps', configMap('a'));
  await api.given('configmaps', configMap('b'));
  await api.forget({ watches: true });
  const watch = await api.watch('configmaps', { query: { resourceVersion: version } });
  await watch.next(1);
  await watch.end();
});
area.add('watch', 'of events, which have no cache, from a version that is forgotten', async (api) => {
  const made = event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: api.ns } });
  const { version } = await api.given('events', made);
  for (const name of ['two', 'three']) await api.given('events', { ...made, metadata: { name } });
  await api.forget();
  const watch = await api.watch('events', { query: { resourceVersion: version } });
  await watch.next(1);
  await watch.end();
});
area.add('watch', 'that is open goes on', async (api) => {
  const { version } = await api.given('configmaps', configMap('a'));
  const watch = await api.watch('configmaps', { query: { resourceVersion: version } });
  await api.given('configmaps', configMap('b'));
  await watch.next(1);
  await api.forget();
  await api.given('configmaps', configMap('c'));
  await watch.next(1);
});
