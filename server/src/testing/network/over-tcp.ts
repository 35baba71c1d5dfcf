/** The address of a database without its Unix socket, so that it leads over TCP: to stand between, or to reach nobody. */
export function overTcp(databaseUrl: string): URL {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  return url
}
