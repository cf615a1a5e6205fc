import { readFileSync, readdirSync } from 'node:fs';
import { analyseSpec, createIncremental } from '#lib/domain/analysis/analyse.ts';
const d = 'bench/analysis/data/specs/';
let spec = '';
for (const f of readdirSync(d)) {
	spec += '\n\n' + readFileSync(d + f, 'utf8');
	if (spec.split(/\s+/).length > 2000) break;
}
const requirement = readFileSync('bench/analysis/data/requirements/chat-moderation.md', 'utf8');
const t: number[] = [];
for (let i = 0; i < 60; i++) {
	const a = performance.now();
	analyseSpec({ requirement, spec });
	t.push(performance.now() - a);
}
console.log(t[0], t.sort((a, b) => a - b)[30], spec.split(/\s+/).length);
const inc = createIncremental({ requirement });
inc.analyse(spec);
const u: number[] = [];
for (let i = 0; i < 60; i++) {
	const s = spec.replace('Ban needs two moderators', 'Ban needs ' + i + ' moderators');
	const a = performance.now();
	inc.analyse(s);
	u.push(performance.now() - a);
}
console.log('inc', u.sort((a, b) => a - b)[30]);
