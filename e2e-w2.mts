const t0=performance.now();
const { startApiServer } = await import('./src/apiserver/index.ts');
const t1=performance.now();
const s = await startApiServer({ port: Number(process.env.PORT ?? 0), authorization: (process.env.AUTHZ ?? 'alwaysAllow') as never, tls: process.env.TLS !== '0', users: [{name:'alice',groups:['devs'],uid:'uid-alice'},{name:'bob',groups:['ops'],uid:'uid-bob'}] });
const t2=performance.now();
console.log('import',t1-t0,'start',t2-t1,s.url);

const fs = await import('node:fs'); fs.writeFileSync('/tmp/w2kc', s.kubeconfig()); fs.writeFileSync('/tmp/w2kc-alice', s.kubeconfig('alice'));fs.writeFileSync('/tmp/w2kc-bob', s.kubeconfig('bob')); fs.writeFileSync('/tmp/w2tok', s.token);fs.writeFileSync('/tmp/w2kc-cert', s.kubeconfig('admin',{certificate:s.ca!==undefined})); fs.writeFileSync('/tmp/w2url', s.url);
process.on('SIGTERM', async () => { const t=performance.now(); await s.stop(); console.log('stop', performance.now()-t); });
