/** Aborts at the first Ctrl-C or signal of a supervisor, so that running work ends and leaves nothing unfinished. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => stopping.abort(new Error('Stopped')))
  return stopping.signal
}
