// Every reason a use case may refuse with: its HTTP status and one sentence a person can act on.

const REFUSALS = {
	// who
	'not-signed-in': [401, 'You are not signed in. Sign in and try again.'],
	'not-in-competition': [
		403,
		'You have not joined this competition on this device. Join with the code, or use your recovery code.',
	],
	'not-facilitator': [403, 'Only a facilitator of this competition can do this.'],
	'not-participant': [403, 'Only a participant of this competition can do this.'],
	'observer-cannot-write': [403, 'Observers watch and judge; they do not hand in work.'],
	'not-yours': [403, 'This belongs to somebody else.'],
	removed: [403, 'The facilitator has removed you from this competition. Ask them to let you in again.'],
	// what
	'no-such-competition': [
		404,
		'There is no competition with this code. Check the code on the screen in front.',
	],
	'no-such-participant': [404, 'This participant is not in the competition.'],
	'no-such-thing': [404, 'This does not exist, or you may not see it yet.'],
	'no-such-challenge': [404, 'This challenge is not installed.'],
	'invalid-input': [400, 'Something in the form is not right. Look at the marked fields.'],
	'cross-site': [403, 'This request came from another site and was refused.'],
	// when
	'wrong-phase': [409, 'This is not possible in the present phase. Reload to see where the round is.'],
	'not-visible-yet': [403, 'This is not shown yet.'],
	'phase-moved': [409, 'The round has moved on meanwhile. Look at the new phase before you go on.'],
	'deadline-passed': [409, 'Time is up. The last version the server acknowledged counts.'],
	paused: [409, 'The round is paused. Your text is kept; it will be saved when the round goes on.'],
	locked: [409, 'Your spec is locked and can no longer be changed.'],
	frozen: [409, 'This was frozen before the build and can no longer be changed.'],
	'nothing-to-undo': [409, 'There is nothing to undo any more.'],
	'not-paused': [409, 'The round is not paused.'],
	'already-paused': [409, 'The round is paused. Resume it first.'],
	'last-phase': [409, 'The round has reached its last phase.'],
	'nothing-left': [409, 'There is nothing left to show here.'],
	'participants-still-open': [
		409,
		'Somebody still has time in a phase that this move would lock. Confirm that it ends now.',
	],
	'minutes-out-of-range': [400, 'The minutes are outside what is allowed.'],
	'reason-missing': [400, 'Give a reason; it goes into the audit log.'],
	'phase-not-closed': [409, 'This phase is still open. Extend it instead.'],
	'builds-running': [409, 'Builds are still running.'],
	// conflict
	'stale-revision': [
		409,
		'A newer version of this text was saved from another window. Compare before you overwrite it.',
	],
	'stale-version': [409, 'Somebody changed this at the same moment. Reload and try again.'],
	'unfinished-decisions': [409, 'Some choice points have neither a decision nor a delegation yet.'],
	'unlabelled-additions': [409, 'Some additions have no label, or no link to a decision yet.'],
	'unfinished-ballot': [409, 'Some entries have no mark yet.'],
	'no-such-alternative': [400, 'This alternative is not one of the choice point.'],
	'no-self-vote': [403, 'You cannot vote for your own entry.'],
	'first-impression-closed': [409, 'First impressions are closed since the check results are shown.'],
	'rubric-not-open': [409, 'The rubric opens when the check results are shown.'],
	'name-taken': [
		409,
		'Somebody here already has this name. Add an initial so that people can tell you apart.',
	],
	full: [409, 'This competition is full.'],
	'too-long': [413, 'The text is longer than allowed.'],
	'too-many': [409, 'That is more than allowed.'],
	'rate-limited': [429, 'Too many attempts. Wait a minute and try again.'],
	// accounts
	'wrong-credentials': [401, 'E-mail or password is wrong.'],
	'wrong-recovery-code': [401, 'This recovery code does not open anything here.'],
	'invitation-invalid': [410, 'This link was used or has expired. Ask for a new one.'],
	'already-answered': [409, 'This question was answered meanwhile.'],
	'no-such-account': [
		404,
		'No facilitator has an account with this e-mail. Send an invitation link instead.',
	],
	'link-invalid': [410, 'This link no longer opens anything. Ask the facilitator for a new one.'],
	'email-taken': [409, 'There is already an account with this e-mail.'],
	'last-facilitator': [409, 'A competition keeps at least one facilitator.'],
	// builds
	'agent-unavailable': [409, 'The chosen agent cannot run here. The set-up page says what is missing.'],
	'sandbox-too-weak': [
		409,
		'This machine cannot contain untrusted code. The set-up page says what to install.',
	],
	'build-running': [409, 'A build of this entry is still running.'],
	'build-not-finished': [409, 'The build is not finished yet.'],
} as const satisfies Record<string, readonly [number, string]>;

export type Reason = keyof typeof REFUSALS;

export const statusOf = (reason: Reason): number => REFUSALS[reason][0];
export const sentenceOf = (reason: Reason): string => REFUSALS[reason][1];
