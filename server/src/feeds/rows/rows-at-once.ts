/**
 * How many rows are written in one transaction, or looked at in one go: as many as usual, or a tenth in tests that cut files
 * between two of them and say so (`testing/feed-portal.ts`), and in the servers that these start.
 */
export const rowsAtOnce = (usual: number): number => (process.env['DESPATCH_SMALL_CHUNKS'] ? usual / 10 : usual)
