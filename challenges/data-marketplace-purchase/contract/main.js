// Answers, but does nothing useful yet. See CONTRACT.md for what may be called.
import { serve } from './rpc.js';

serve({
	start: async () => null,
	'purchase.requested': async () => ({ status: 'rejected', reason: 'not built yet' }),
});
