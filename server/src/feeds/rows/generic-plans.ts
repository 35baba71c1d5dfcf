/**
 * Foreign key checks and functions plan again for each of their first five rows. For a client that is new since the last
 * ANALYZE, any index that begins with the client then looks as good as the key, and each check of a chunk may read all
 * rows of the client. A generic plan does not depend on the client: docs/decisions/0014. Bench: `fresh-feed`.
 */
export const GENERIC_PLANS = 'set local plan_cache_mode = force_generic_plan'
