// The results as one page that opens from a disk: no script, nothing loaded, every text of a person escaped.
import {
	CRITERION_WORDS,
	decidedWords,
	forkSentence,
	GAP_WORDS,
	gapSentence,
	NOT_ADJUSTED_WORDS,
	NOT_SCORED_WORDS,
	OUTCOME_WORDS,
	percent,
	points,
	statusWords,
} from '../../../../contract/result-words.ts';
import type { DebriefView, ResultsFile, ResultsView, StandingView } from '../../../../contract/results.ts';
import { CRITERION_IDS } from '../../../../domain/judging/rubric.ts';
import { layoutSlope } from '../../../../domain/judging/rank-slope.ts';
import { PAGE_STYLE } from './results-page-style.ts';

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

const e = escape;
const when = (condition: unknown, html: string): string => (condition ? html : '');

export function resultsPage(file: ResultsFile): string {
	const { competition, results, debrief } = file;
	const heading = [competition.team, competition.title].filter(Boolean).join(' · ');
	const sentence = gapSentence(results);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${e(heading)}: results</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="muted">${e(competition.challenge.title)} ${e(competition.challenge.version)}, built by the ${e(competition.agent)} agent, ${competition.participants} participants, competition ${e(competition.code)}</p>
<h1 dir="auto">${e(heading)}</h1>
<p class="muted">Exported ${e(file.exportedAt)}. ${results.complete ? `All ${results.of} entries are revealed.` : `${results.revealed} of ${results.of} entries are revealed.`}</p>
</header>
${when(sentence, `<p class="lead">${e(sentence ?? '')}</p>`)}
${when(results.standings.length > 0, `<h2>Two rankings</h2>\n${slope(results)}\n<h2>Entry by entry</h2>\n${standings(results)}`)}
${debrief ? debriefPart(debrief) : ''}
</main>
</body>
</html>
`;
}

const WIDTH = 760;
const SIDE = 270;

function slope(results: ResultsView): string {
	const { height, rubric, crowd, lines, closed } = layoutSlope(results.standings, results.of);
	const short = (name: string): string => e(name.length > 24 ? `${name.slice(0, 23)}…` : name);
	const middle = WIDTH / 2;
	const right = WIDTH - SIDE;
	return `<svg viewBox="0 -26 ${WIDTH} ${height + 26}" role="img" aria-label="The two rankings; the same numbers stand below">
<text class="head" x="0" y="-10">By the rubric</text><text class="head" x="${WIDTH}" y="-10" text-anchor="end">At a glance</text>
${closed.map((y) => `<line class="closed" x1="0" x2="${SIDE - 12}" y1="${y}" y2="${y}"/>`).join('')}
${lines.map((l) => `<path class="line ${l.gap}" d="M${SIDE} ${l.y1}C${middle} ${l.y1} ${middle} ${l.y2} ${right} ${l.y2}"><title>${e(l.name)}: ${GAP_WORDS[l.gap]}</title></path>`).join('\n')}
${rubric.map((r) => `<text x="0" y="${r.y + 5}">${r.rank ?? '–'}</text><text x="26" y="${r.y + 5}">${short(r.name)}</text><text class="value" x="${SIDE - 10}" y="${r.y + 5}" text-anchor="end">${points(r.value)}</text><circle cx="${SIDE}" cy="${r.y}" r="4"/>`).join('\n')}
${crowd.map((r) => `<circle cx="${right}" cy="${r.y}" r="4"/><text class="value" x="${right + 10}" y="${r.y + 5}">${points(r.value)}</text><text x="${WIDTH - 26}" y="${r.y + 5}" text-anchor="end">${short(r.name)}</text><text x="${WIDTH}" y="${r.y + 5}" text-anchor="end">${r.rank ?? '–'}</text>`).join('\n')}
</svg>
<p class="muted">Dashed: looks more complete than it is. Solid: better than it looks. Thin: the same place in both.</p>`;
}

const standings = (results: ResultsView): string =>
	`${when(results.notAdjusted, `<p class="muted">${e(results.notAdjusted ? NOT_ADJUSTED_WORDS[results.notAdjusted] : '')}</p>`)}
${results.standings.map((s) => standing(s, results)).join('\n')}`;

function standing(s: StandingView, { weights }: ResultsView): string {
	const facts: [string, string][] = [
		['Words', String(s.wordCount)],
		['As the judges gave it', points(s.raw)],
		['Adjusted for strict and mild judges', s.adjusted === null ? 'not adjusted' : points(s.adjusted)],
		['Judges', String(s.raters)],
		['At a glance', `${points(s.crowd.mean)} by ${s.crowd.raters}`],
		['Checks', `${s.checks.passed} passed, ${s.checks.failed} failed`],
		['Build', s.outcome ? OUTCOME_WORDS[s.outcome] : 'none'],
	];
	return `<article>
<h3 dir="auto">${s.rank === null ? '' : `${s.rank}. `}${e(s.author)} <span class="muted">${e(s.alias)}</span> <span class="total">${points(s.total)} of 4</span></h3>
${when(s.notScored, `<p>${s.notScored ? NOT_SCORED_WORDS[s.notScored] : ''}</p>`)}
${when(s.gap && s.gap.name !== 'agree', `<p>At a glance and by the rubric: ${s.gap ? GAP_WORDS[s.gap.name] : ''}.</p>`)}
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${e(value)}</dd></div>`).join('')}</dl>
${CRITERION_IDS.map((id) => criterion(s, id, weights[id])).join('\n')}
${when(
	s.alignment.length > 0,
	`<h4>At the forks</h4><ul>${s.alignment.map((p) => `<li><strong>${e(p.title)}</strong>: ${statusWords(p)}. ${e(p.evidence)}${p.decidedBy === 'text' && p.quote !== null ? `<blockquote dir="auto">${e(p.quote)}</blockquote>` : ''}</li>`).join('')}</ul>`,
)}
</article>`;
}

function criterion(s: StandingView, id: (typeof CRITERION_IDS)[number], weight: number): string {
	const { value, basis, people, check, evidence } = s.criteria[id];
	const source =
		basis === 'people'
			? `median of ${people.raters} ${people.raters === 1 ? 'judge' : 'judges'}${check === null ? '' : `; the check gave ${points(check)}`}`
			: basis === 'check'
				? 'by the check; no person scored it'
				: 'nobody could tell';
	return `<h4>${CRITERION_WORDS[id]} ${points(value)} <span class="muted">${source}; weighs ${Math.round(weight * 100)} %</span></h4>
${when(evidence.length > 0, `<ul>${evidence.map(({ text, quote }) => `<li>${e(text)}${quote === null ? '' : `<blockquote dir="auto">${e(quote)}</blockquote>`}</li>`).join('')}</ul>`)}`;
}

function debriefPart({ team, points: forks, entries, passages }: DebriefView): string {
	return `<h2>Who decided and who described</h2>
<p class="lead">${percent(team.decidedShare)} of all forks were decided; ${percent(team.unpromptedShare)} stood in the specs before anybody asked.</p>
${table(
	[
		'Author',
		'Words',
		'Forks decided',
		'Before asked',
		'Left to the agent',
		'Never decided',
		'Words that decide',
		'Words restated',
	],
	entries.map((r) => [
		r.author,
		String(r.wordCount),
		decidedWords(r),
		...[r.unprompted, r.delegated, r.undecided].map(String),
		percent(r.decidedShare),
		percent(r.restatementShare),
	]),
)}
<h2>Fork by fork</h2>
${forks.map(fork).join('\n')}
${when(
	passages.length > 0,
	`<h2>In their own words</h2>${passages.map((p) => `<blockquote dir="auto">${e(p.text)}<footer>${e(p.author)}: ${p.class}</footer></blockquote>`).join('')}`,
)}`;
}

function fork(point: DebriefView['points'][number]): string {
	const rows = [
		...point.alternatives.map(({ label, chosen, outputs }) => [label, String(chosen), String(outputs)]),
		['Left to the agent', String(point.delegated), ''],
		['Never decided', String(point.undecided), ''],
		['Something else', '', String(point.outputsOther)],
		['Could not tell', '', String(point.outputsUnknown)],
	];
	return `<section><h3>${e(point.title)}</h3><p>${e(point.question)}</p>
${table(['', 'People chose', 'Programs do'], rows)}
<p>${e(forkSentence(point))}</p></section>`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	`<table><thead><tr>${head.map((h) => `<th scope="col">${e(h)}</th>`).join('')}</tr></thead><tbody>${rows
		.map(
			(row) =>
				`<tr>${row.map((c, i) => (i === 0 ? `<th scope="row" dir="auto">${e(c)}</th>` : `<td>${e(c)}</td>`)).join('')}</tr>`,
		)
		.join('')}</tbody></table>`;
