/**
 * How many rows to write or inspect at once: as many as usual, or a tenth in tests (`testing/feed-portal.ts`) that set
 * DESPATCH_SMALL_CHUNKS to cut files between two chunks, and in the servers that they start.
 */
export const chunkSize = (usual: number): number => (process.env['DESPATCH_SMALL_CHUNKS'] ? usual / 10 : usual)
