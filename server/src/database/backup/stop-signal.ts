/** Aborted by the first Ctrl-C or a supervisor's signal: what is under way ends, and leaves nothing half done behind. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => stopping.abort(new Error('Stopped')))
  return stopping.signal
}
