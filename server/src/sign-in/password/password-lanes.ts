import { Refusal } from '../../process/refusal.ts'

/**
 * Judging a password takes 19 MiB and some 30 ms of one of the four threads that Node shares among files, names and
 * hashes. Strangers get two of them, and wait in a short line; people whose device is known have a line of their own.
 */
const AT_ONCE = { stranger: 2, known: 1 } as const
export type Lane = keyof typeof AT_ONCE
const MAX_WAITING = 64
const MAX_WAITING_OF_A_NETWORK = 16
const RETRY_SECONDS = 2

const lanes = {
  stranger: { running: 0, waiting: [] as (() => void)[] },
  known: { running: 0, waiting: [] as (() => void)[] },
}
/** Attempts of strangers that are being judged or wait for it, by network. */
const ofNetworks = new Map<string, number>()

/** Throws a Refusal (429) while too many strangers, or too many of one network, wait for their passwords to be judged. */
export function refuseWhenBusy(lane: Lane, network: string): void {
  if (lane === 'known') return
  if (lanes.stranger.waiting.length < MAX_WAITING && (ofNetworks.get(network) ?? 0) < MAX_WAITING_OF_A_NETWORK) return
  throw new Refusal(
    'too_many_attempts',
    `Too many people are signing in at once. Try again in ${RETRY_SECONDS} seconds.`,
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  )
}

/** Does a piece of hashing when its lane has room. */
export async function inLane<Result>(lane: Lane, network: string, work: () => Promise<Result>): Promise<Result> {
  const at = lanes[lane]
  if (lane === 'stranger') ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + 1)
  if (at.running < AT_ONCE[lane]) at.running++
  else await new Promise<void>((resolve) => void at.waiting.push(resolve))
  try {
    return await work()
  } finally {
    // The next in line takes this one's place.
    const next = at.waiting.shift()
    if (next) next()
    else at.running--
    if (lane === 'stranger') leave(network)
  }
}

function leave(network: string): void {
  const left = (ofNetworks.get(network) ?? 1) - 1
  if (left > 0) ofNetworks.set(network, left)
  else ofNetworks.delete(network)
}
