import { extractOffline } from './src/handlers/events/offline/index.ts';
import { categories } from './src/handlers/events/domain/event.ts';
import { loadTokenEnds } from './src/handlers/events/tokens.ts';
import { exact, halves, labelled, pair, score, source } from './test/support/events.ts';
const ends = await loadTokenEnds();
for (const half of halves) {
  let q=0,x=0;
  const m = labelled(half).flatMap((d) => { const from=source(d, ends); const {events}=extractOffline(from); for(const e of events.flatMap(e=>e.evidence)){q++; if(exact(e,from,d.text))x++;} return pair(d, events); });
  console.log(half, 'quotes', x, q);
  if (half.endsWith('held-back')) for (const c of categories) { const s = score(m.filter(({expected,found}) => (expected??found)?.category===c)); console.log(`| ${c} | ${s.precision.toFixed(2)} | ${s.recall.toFixed(2)} | ${s.f1.toFixed(2)} | ${s.expected} | ${s.found} |`); }
}
const m = (['held-back','other-kinds-held-back'] as const).flatMap((h)=>labelled(h)).flatMap((d) => pair(d, extractOffline(source(d, ends)).events));
const r=(n:number)=>n.toFixed(2).replace(/^0/,'').replace(/^1\.00$/,'1');
console.log('BOTH');
for (const c of categories) { const s = score(m.filter(({expected,found}) => (expected??found)?.category===c)); console.log(`| ${c} | ${r(s.precision)} | ${r(s.recall)} | ${r(s.f1)} | ${s.expected} | ${s.found} |`); }
const s=score(m); console.log('ALL',s);
