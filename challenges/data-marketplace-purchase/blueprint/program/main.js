// Starts the program: recovery first, then one purchase per request.
import { serve } from './rpc.js';
import { purchase, recover } from './purchase.js';

serve({
	start: recover,
	'purchase.requested': (params, { id }) => purchase(params, id),
});
