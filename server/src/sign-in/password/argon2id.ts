import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** What a hash costs: memory in KiB, passes over it, lanes. */
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

const SALT_BYTES = 16
const HASH_BYTES = 32
/** Far above the cost of any hash that this portal makes. A damaged hash must not take all memory, or a thread for hours. */
const MAX_COST: Cost = { memory: 256 * 1024, passes: 16, parallelism: 16 }
/** Base64 without padding; Argon2 wants a salt of at least 8 bytes. */
const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const derive = promisify(argon2)

/** Hashes a text, and returns the hash with its cost and a new salt as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashArgon2id(text: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive('argon2id', { ...cost, message: text, nonce: salt, tagLength: HASH_BYTES })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Whether a text matches a PHC string. False if the string is damaged, of another kind, or above {@link MAX_COST}. */
export async function verifyArgon2id(stored: string, text: string): Promise<boolean> {
  const parsed = parse(stored)
  if (!parsed) return false
  const { cost, salt, hash } = parsed
  const derived = await derive('argon2id', { ...cost, message: text, nonce: salt, tagLength: hash.length })
  return timingSafeEqual(derived, hash)
}

function parse(stored: string) {
  const [, m, t, p, salt, hash] = STORED.exec(stored) ?? []
  if (!salt || !hash) return undefined
  const cost: Cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  return isPossible(cost) ? { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') } : undefined
}

/** Argon2 wants 8 KiB for each lane. */
function isPossible({ memory, passes, parallelism }: Cost): boolean {
  return (
    parallelism >= 1 &&
    parallelism <= MAX_COST.parallelism &&
    passes >= 1 &&
    passes <= MAX_COST.passes &&
    memory >= 8 * parallelism &&
    memory <= MAX_COST.memory
  )
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
