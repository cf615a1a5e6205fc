// Keys of the additions review: 1 to 6 for the labels, a letter for the link, arrows to move, U to take back.
import { ADDITION_LABELS, type AdditionLabel, type AdditionLinkKind } from '../../domain/build/addition.ts';

export const LINK_KEYS: Record<AdditionLinkKind, string> = {
	matches: 'm',
	contradicts: 'c',
	'never-decided': 'n',
};

export type ReviewAction =
	| { kind: 'label'; label: AdditionLabel }
	| { kind: 'link'; link: AdditionLinkKind }
	| { kind: 'move'; by: 1 | -1 }
	| { kind: 'undo' };

/** Null: not one of ours. */
export function actionOf(key: string): ReviewAction | null {
	const label = ADDITION_LABELS[Number(key) - 1];
	if (/^\d$/.test(key)) return label ? { kind: 'label', label } : null;
	const lower = key.toLowerCase();
	const link = (Object.keys(LINK_KEYS) as AdditionLinkKind[]).find((l) => LINK_KEYS[l] === lower);
	if (link) return { kind: 'link', link };
	if (lower === 'u') return { kind: 'undo' };
	if (lower === 'j') return { kind: 'move', by: 1 };
	if (lower === 'k') return { kind: 'move', by: -1 };
	return null;
}
