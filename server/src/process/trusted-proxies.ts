import { isNetwork } from './address-rules.ts'
import { ConfigError } from './start-error.ts'

/** The proxy on this machine, trusted by default. */
export const LOOPBACK = 'loopback'
/** Wider networks would include strangers, who could then claim any address. */
const WIDEST = { 4: 8, 6: 16 } as const

/** The addresses and networks of PORTAL_TRUSTED_PROXIES, separated by commas. Throws a ConfigError for anything else. */
export function readTrustedProxies(text = ''): string[] {
  const entries = text.split(',').flatMap((entry) => entry.trim() || [])
  const wrong = entries.find((entry) => entry !== LOOPBACK && !isTrustable(entry))
  if (wrong !== undefined)
    throw new ConfigError(
      `PORTAL_TRUSTED_PROXIES must be addresses and networks of your proxies with commas between them, like loopback,10.1.0.0/16: "${wrong}" is neither.`,
    )
  return entries.length > 0 ? entries : [LOOPBACK]
}

function isTrustable(entry: string): boolean {
  if (!isNetwork(entry)) return false
  const [address = '', bits] = entry.split('/')
  return bits === undefined || Number(bits) >= (address.includes(':') ? WIDEST[6] : WIDEST[4])
}
