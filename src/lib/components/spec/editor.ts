// CodeMirror over the textarea, loaded on demand. It lives in a shadow root: there its styles are constructed sheets,
// which the content policy allows, and nothing of the page leaks in.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, RangeSet, StateEffect, StateField, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, gutter, GutterMarker, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { MarkedText, TextMark } from '#lib/client/mirror.svelte.ts';
import { MARK_LABELS } from '../ui/mark.ts';

export interface EditorOptions {
	host: HTMLElement;
	text: string;
	readOnly: boolean;
	label: string;
	onchange(text: string): void;
	onpaste(characters: number): void;
}

export interface SpecEditor {
	/** Replaces the text from outside without noting it as an edit. */
	setText(text: string): void;
	setReadOnly(readOnly: boolean): void;
	/** Puts marks into the margin; those of another text than this are left out. */
	setMarks(marked: MarkedText): void;
	focus(): void;
	destroy(): void;
}

const look = EditorView.theme({
	'&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '1.0625rem' },
	'&.cm-focused': { outline: 'none' },
	'.cm-scroller': { fontFamily: 'var(--font-page)', lineHeight: '1.6', overflow: 'visible' },
	'.cm-content': { padding: '0', caretColor: 'var(--text)', maxWidth: 'var(--measure)', minHeight: '16rem' },
	'.cm-line': { padding: '0' },
	'.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
	'&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
		backgroundColor: 'var(--accent-soft)',
	},
	'.cm-placeholder': { color: 'var(--text-muted)' },
	'.cm-gutters': { background: 'none', border: '0', userSelect: 'none' },
	'.margin': { width: '1.75rem' },
	'.margin .cm-gutterElement': { display: 'flex', flexWrap: 'wrap', alignContent: 'start', gap: '0.15rem' },
	'.mark': {
		width: '0.7rem',
		height: '0.7rem',
		marginTop: '0.5rem',
		border: '1.5px solid var(--text)',
		borderRadius: '2px',
		boxSizing: 'border-box',
	},
	'.mark.decision': { background: 'var(--text)' },
	'.mark.restatement': {
		background: 'repeating-linear-gradient(135deg, transparent 0 2px, var(--text) 2px 3px)',
	},
});

const marks = HighlightStyle.define([
	{ tag: tags.heading1, fontFamily: 'var(--font-ui)', fontWeight: '600', fontSize: '1.2rem' },
	{ tag: tags.heading, fontFamily: 'var(--font-ui)', fontWeight: '600' },
	{ tag: tags.strong, fontWeight: '700' },
	{ tag: tags.emphasis, fontStyle: 'italic' },
	{ tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
	{ tag: tags.processingInstruction, color: 'var(--text-muted)' },
]);

class MarginMark extends GutterMarker {
	readonly kind: TextMark['kind'];
	constructor(kind: TextMark['kind']) {
		super();
		this.kind = kind;
	}
	override eq(other: MarginMark): boolean {
		return other.kind === this.kind;
	}
	override toDOM(): Node {
		const shape = document.createElement('span');
		shape.className = `mark ${this.kind}`;
		shape.title = MARK_LABELS[this.kind];
		return shape;
	}
}

const putMarks = StateEffect.define<readonly TextMark[]>();

/** Marks go along with the words they stand at until newer ones come. */
const marginMarks = StateField.define<RangeSet<GutterMarker>>({
	create: () => RangeSet.empty,
	update: (marks, transaction) => {
		const put = transaction.effects.find((effect) => effect.is(putMarks));
		return put
			? RangeSet.of(
					// A gutter shows only what stands at the start of a line; sentences of one line stand together.
					put.value.map(({ start, kind }) =>
						new MarginMark(kind).range(transaction.newDoc.lineAt(start).from),
					),
					true,
				)
			: marks.map(transaction.changes);
	},
});

const margin = [marginMarks, gutter({ class: 'margin', markers: (view) => view.state.field(marginMarks) })];

export function createEditor(options: EditorOptions): SpecEditor {
	const root = options.host.shadowRoot ?? options.host.attachShadow({ mode: 'open', delegatesFocus: true });
	const access = new Compartment();
	const mirror = new Compartment();
	const accessOf = (readOnly: boolean) => [
		EditorState.readOnly.of(readOnly),
		EditorView.editable.of(!readOnly),
	];
	const view = new EditorView({
		parent: root,
		root,
		state: EditorState.create({
			doc: options.text,
			extensions: [
				history(),
				drawSelection(),
				keymap.of([...defaultKeymap, ...historyKeymap]),
				markdown(),
				syntaxHighlighting(marks),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'true', dir: 'auto' }),
				placeholder('When ... then ...'),
				look,
				access.of(accessOf(options.readOnly)),
				mirror.of([]),
				EditorView.updateListener.of((update) => {
					if (!update.docChanged) return;
					if (update.transactions.some((t) => t.annotation(Transaction.remote))) return;
					options.onchange(update.state.doc.toString());
				}),
				EditorView.domEventHandlers({
					paste: (event) => options.onpaste(event.clipboardData?.getData('text/plain').length ?? 0),
				}),
			],
		}),
	});
	return {
		setText(text) {
			if (view.state.doc.toString() === text) return;
			view.dispatch({
				changes: { from: 0, to: view.state.doc.length, insert: text },
				annotations: Transaction.remote.of(true),
			});
		},
		setMarks({ text, marks: list }) {
			if (view.state.doc.toString() !== text) return;
			const on = view.state.field(marginMarks, false) !== undefined;
			if (!on) view.dispatch({ effects: mirror.reconfigure(margin) });
			view.dispatch({ effects: putMarks.of(list) });
		},
		setReadOnly: (readOnly) => view.dispatch({ effects: access.reconfigure(accessOf(readOnly)) }),
		focus: () => view.focus(),
		destroy: () => view.destroy(),
	};
}
