// Puts text on the clipboard; over plain http falls back to a selected, hidden text area.

export async function copyText(text: string): Promise<boolean> {
	if (navigator.clipboard) {
		try {
			await navigator.clipboard.writeText(text);
			return true;
		} catch {
			// Permission refused: the older way may still be allowed.
		}
	}
	const active = document.activeElement;
	const area = document.createElement('textarea');
	area.value = text;
	area.className = 'visually-hidden';
	area.setAttribute('aria-hidden', 'true');
	// Inside an open modal dialog everything outside it is inert and cannot be selected.
	(active?.closest('dialog') ?? document.body).append(area);
	area.select();
	const done = document.execCommand('copy');
	area.remove();
	if (active instanceof HTMLElement) active.focus();
	return done;
}
