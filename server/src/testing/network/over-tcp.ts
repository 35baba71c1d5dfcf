/** A database URL without its Unix socket, so that it connects over TCP: for a proxy, or to an unreachable address. */
export function overTcp(databaseUrl: string): URL {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  return url
}
