// What a menu holds.
export type MenuItem =
	| { kind: 'separator' }
	| {
			kind?: 'item';
			label: string;
			/** A second, quieter line: what will happen. */
			note?: string;
			onselect?: () => void;
			/** A link instead of an action. */
			href?: string;
			download?: string;
			tone?: 'danger';
			disabled?: boolean;
	  };
